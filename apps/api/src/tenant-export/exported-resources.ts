import type { ExportedResource } from './exported-resource.js';
import { beautyResources } from './resources/beauty.js';
import { coreResources } from './resources/core.js';
import { educationResources } from './resources/education.js';
import { einvoiceResources } from './resources/einvoice.js';
import { healthcareResources } from './resources/healthcare.js';
import { logisticsResources } from './resources/logistics.js';
import { retailResources } from './resources/retail.js';

/** What an archive has as the reference surface answers it, file by file. */
export const exportedResources: readonly ExportedResource[] = [
  ...coreResources,
  ...einvoiceResources,
  ...retailResources,
  ...healthcareResources,
  ...educationResources,
  ...beautyResources,
  ...logisticsResources,
];
