/** Exports of whole tenants: what the application uses of them. */
export { LostExport, TenantExportClaims, type ClaimedExport } from './tenant-export-claims.js';
export {
  TenantExport,
  tenantExportStatuses,
  type ArchiveFacts,
  type TenantExportStatus,
} from './tenant-export.entity.js';
export { TenantExportQueue } from './tenant-export-queue.js';
export { TenantExportRepository } from './tenant-export.repository.js';
export { TenantExportService, type WantedExport } from './tenant-export.service.js';
