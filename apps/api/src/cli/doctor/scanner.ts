import { ClamdClient } from '../../files/clamd/clamd-client.js';
import { neutral, reasonOf, unwell, well, type Check } from './finding.js';

const about = 'Virus scanner';
const SILENCE_MS = 5_000;

/** Whether files are scanned for viruses, and the scanner answers. */
export const checkScanner: Check = async ({ files: { scan } }) => {
  if (!scan) return [neutral(about, 'none: files are not scanned, and can be read at once; CLAMD names one')];
  const { clamd, isRequired } = scan;
  const place = 'path' in clamd ? clamd.path : `${clamd.host}:${clamd.port}`;
  const meanwhile = isRequired ? 'new files cannot be read until it does' : 'new files are served without a scan';
  try {
    await new ClamdClient(clamd, SILENCE_MS).ping();
  } catch (error) {
    return [unwell(about, `does not answer at ${place}: ${reasonOf(error)}; ${meanwhile}`)];
  }
  const served = isRequired
    ? []
    : [neutral(about, 'FILE_SCAN_REQUIRED is false: files are served before they are scanned')];
  return [well(about, `answers at ${place}`), ...served];
};
