/** How many tenants an account may have that are not deleted. The operator's are not counted. */
export class TenantQuota {
  constructor(readonly perAccount: number) {}
}
