/**
 * SQL of one row `r` that fails with division_by_zero where there is none, so that what comes behind it in the same packet is not done.
 * @param condition on `r`, of its primary key
 */
export const rowOrFail = (selected: string, path: string, condition: string): string =>
  `select ${selected} from (values (1)) one left join ${path} r on ${condition} where 1 / (r.id is not null)::integer = 1`;
