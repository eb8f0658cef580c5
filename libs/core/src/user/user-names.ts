/**
 * SQL that joins the rows of a statement, whose $1 is the tenant, to the user or API key that a text of theirs names, by id or, of a
 * user, by number: `u.name`, or the username of a user without a name; null where the text names neither. A deleted
 * key keeps its name. All users and keys of the tenant are read once, however many rows there are.
 * @param text SQL of the text
 */
export const joinUserNames = (text: string): string => `
  left join (select n.named, coalesce(nullif(btrim(coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, '')), ''), r.username) as name
               from core.users r cross join lateral (values (r.id::text), (r.number::text)) n (named)
              where r.tenant_id = $1 and r.deleted_at is null
             union all
             select r.id::text, r.name from core.api_keys r where r.tenant_id = $1) u
    on u.named = lower(btrim(${text}))`;
