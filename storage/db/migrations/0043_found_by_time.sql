-- What is kept for a time only is found by when it is over, and a table by its channel, without reading all.

CREATE INDEX interactions_at ON interactions (at);
CREATE INDEX acceptances_at ON acceptances (at);
CREATE INDEX forgotten_limits_day ON forgotten_limits (day) WHERE kind <> 'purse';
CREATE INDEX forgotten_bars_until ON forgotten_bars (until);
CREATE INDEX forgotten_keep_outs_until ON forgotten_keep_outs (until);
CREATE INDEX forgotten_loss_limits_until ON forgotten_loss_limits (until);
CREATE INDEX keep_outs_until ON keep_outs (until);
CREATE INDEX loss_limits_later ON loss_limits (later_at) WHERE later IS NULL;
CREATE INDEX board_posts_stopped ON board_posts (stopped_at);
