import type { Provider } from '@nestjs/common';
import { TenantExportClaims } from './tenant-export-claims.js';
import { TenantExportQueue } from './tenant-export-queue.js';
import { TenantExportRepository } from './tenant-export.repository.js';
import { TenantExportService } from './tenant-export.service.js';

/** The services of exports of whole tenants. */
export const tenantExportProviders: Provider[] = [
  TenantExportClaims,
  TenantExportQueue,
  TenantExportRepository,
  TenantExportService,
];
