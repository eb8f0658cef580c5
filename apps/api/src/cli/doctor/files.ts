import type { Config } from '../../start/config.js';
import { S3Client } from '../../files/s3/s3-client.js';
import { countedFiles, inMb } from '../files/counted-files.js';
import { neutral, reasonOf, unwell, well, type Finding } from './finding.js';

const about = 'Files';
const places = { database: 'in the database', s3: 'in the store of FILE_STORE' };

/** How many files there are, whether their stores can be reached, and whether one waits for a scanner that is not set. */
export async function examineFiles(
  url: string,
  { files: { s3, scan } }: Pick<Config, 'files'>,
  pending: readonly string[],
): Promise<Finding[]> {
  if (pending.length > 0) return [neutral(about, 'are counted once no migration is pending')];
  const counted = await countedFiles(url);
  const findings = counted.map(({ store, files, bytes }) => {
    const text = `${files} ${places[store]} (${inMb(bytes)})`;
    if (store === 's3' && !s3) return unwell(about, `${files} lie in a store like S3, and FILE_STORE does not name it`);
    return well(about, text);
  });
  if (counted.length === 0)
    findings.push(well(about, `there are none; new ones lie ${s3 ? places.s3 : places.database}`));
  if (s3) findings.push(await answerOf(new S3Client(s3)));
  const waiting = counted.reduce((sum, one) => sum + one.pending, 0);
  if (waiting > 0 && !scan)
    findings.push(unwell(about, `${waiting} wait for a virus scanner, and CLAMD is not set: they cannot be read`));
  else if (waiting > 0) findings.push(neutral(about, `${waiting} wait for the virus scanner`));
  return findings;
}

async function answerOf(client: S3Client): Promise<Finding> {
  try {
    await client.list('doctor/');
    return well(about, 'the store of FILE_STORE answers');
  } catch (error) {
    return unwell(about, `the store of FILE_STORE: ${reasonOf(error)}`);
  } finally {
    client.close();
  }
}
