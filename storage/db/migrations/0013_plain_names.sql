-- A tournament was an event in courts, and the organisers' role an organiser in settings.

ALTER TABLE courts RENAME COLUMN event TO tournament;

UPDATE settings
SET body = json_set(json_remove(body, '$.organiser'), '$.organiser_role', json_extract(body, '$.organiser'))
WHERE CASE WHEN json_valid(body) THEN json_type(body, '$.organiser') IS NOT NULL END;
