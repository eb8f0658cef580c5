/**
 * SQL that joins the rows of a statement, whose $1 is the tenant, to the user that a text of theirs names, by id or by number
 * `u.name`, or the username of a user without a name; null where the text names no user. All of the tenant's users are read
 * once, however many rows there are.
 * @param text SQL of the text
 */
export const joinUserNames = (text: string): string => `
  left join (select n.named, coalesce(nullif(btrim(coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, '')), ''), r.username) as name
               from core.users r cross join lateral (values (r.id::text), (r.number::text)) n (named)
              where r.tenant_id = $1 and r.deleted_at is null) u
    on u.named = lower(btrim(${text}))`;
