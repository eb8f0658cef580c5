-- The role of the service (docs/operations.md, "Roles in PostgreSQL"), made or brought up to date.
\getenv service_password SERVICE_PASSWORD

SELECT 'CREATE ROLE usaha_app NOLOGIN' WHERE to_regrole('usaha_app') IS NULL \gexec
SELECT 'CREATE ROLE usaha_service LOGIN' WHERE to_regrole('usaha_service') IS NULL \gexec
ALTER ROLE usaha_service WITH LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB PASSWORD :'service_password';
GRANT usaha_app TO usaha_service;
