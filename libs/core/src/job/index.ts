export { JobLease } from './job-lease.js';
export { JobLeases, LEASE_MS, type JobReport } from './job-leases.js';
