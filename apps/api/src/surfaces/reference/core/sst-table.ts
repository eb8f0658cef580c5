import { serviceTaxRates, type TaxedService } from '@usaha/shared/malaysia';

const row = ([service_type, { service, rates }]: [string, TaxedService]): string =>
  `| ${service_type} | ${service} | ${rates.map(([from, percent]) => `${percent} % from ${from}`).join(', ')} |`;

/** The kinds of service that calculate-sst knows, for its description. */
export const sstTable = [
  '| service_type | Service | Rate |',
  '|---|---|---|',
  ...Object.entries(serviceTaxRates).map(row),
].join('\n');
