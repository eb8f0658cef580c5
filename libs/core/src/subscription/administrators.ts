/** The administrators `u` of the tenant $1 who can be written to. */
export const ADMINISTRATORS =
  "u.tenant_id = $1 and u.deleted_at is null and u.role = 'admin' and u.status = 'active' and u.email is not null";
