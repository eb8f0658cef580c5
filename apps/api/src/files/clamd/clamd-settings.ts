import type { Reader } from '../../start/config-reader.js';

/** Where clamd listens: a TCP port or a socket of this machine. */
export type ClamdAddress = { host: string; port: number } | { path: string };

/** How files are scanned. */
export interface ScanSettings {
  clamd: ClamdAddress;
  /** Whether the content of a file is held back until it was scanned. */
  isRequired: boolean;
}

function addressIn(text: string): ClamdAddress | undefined {
  if (text.startsWith('unix:/')) return { path: text.slice('unix:'.length) };
  if (!text.startsWith('tcp://') || !URL.canParse(text)) return undefined;
  const { hostname, port, pathname, search, username } = new URL(text);
  if (hostname === '' || port === '' || pathname.length > 1 || search !== '' || username !== '') return undefined;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/**
 * Reads `CLAMD=tcp://host:port` or `unix:/path`, and `FILE_SCAN_REQUIRED`.
 * @returns null where files are not scanned
 */
export function scanSettings(read: Reader): ScanSettings | null {
  const isRequired = read.flag('FILE_SCAN_REQUIRED');
  const text = read.text('CLAMD');
  if (text === undefined) {
    if (isRequired === true) read.problems.push('CLAMD must be set where FILE_SCAN_REQUIRED is true');
    return null;
  }
  const clamd = addressIn(text);
  if (!clamd) {
    read.problems.push(`CLAMD must be tcp://host:port or unix:/path, not "${text}"`);
    return null;
  }
  return { clamd, isRequired: isRequired ?? true };
}
