-- What is kept for a time only, and what is due, is found without reading all that there is.

CREATE INDEX interactions_at ON interactions (at);
CREATE INDEX acceptances_at ON acceptances (at);
CREATE INDEX forgotten_limits_day ON forgotten_limits (day) WHERE kind <> 'purse';
CREATE INDEX forgotten_bars_until ON forgotten_bars (until);
CREATE INDEX forgotten_keep_outs_until ON forgotten_keep_outs (until);
CREATE INDEX forgotten_loss_limits_until ON forgotten_loss_limits (until);
CREATE INDEX keep_outs_until ON keep_outs (until);
CREATE INDEX loss_limits_later ON loss_limits (later_at) WHERE later IS NULL;
CREATE INDEX board_posts_stopped ON board_posts (stopped_at);
CREATE INDEX tournaments_past ON tournaments (server, id) WHERE phase = 'over';

-- So is what belongs to somebody who is to be forgotten.

CREATE INDEX accounts_owner ON accounts (owner) WHERE kind = 'wallet';
CREATE INDEX transfers_by ON transfers (by_player) WHERE by_player IS NOT NULL;
CREATE INDEX day_limits_player ON day_limits (player);
CREATE INDEX keepsakes_player ON keepsakes (player);
CREATE INDEX scores_player ON scores (player);
CREATE INDEX claims_player ON claims (player);
CREATE INDEX courts_player ON courts (player);
CREATE INDEX series_organiser ON series (organiser);
