import { openFilesAllowed, tooFewFiles } from '../../start/open-files.js';
import { neutral, unwell, well, type Check } from './finding.js';

/** Of this process; the service's own may be another where it is started otherwise. */
export const checkOpenFiles: Check = async (config) => {
  const about = 'Open files';
  const allowed = openFilesAllowed();
  if (allowed === null) return [neutral(about, 'are not limited, or the system does not tell')];
  const wrong = tooFewFiles(config);
  return [wrong === null ? well(about, `${allowed} may be open at once`) : unwell(about, wrong)];
};
