/** The operator's own tenant, slug `platform`: its administrator may see and change all tenants. */
export const PLATFORM_TENANT = '00000000-0000-7000-8000-000000000001';
export const PLATFORM_SLUG = 'platform';
