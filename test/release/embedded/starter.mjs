// Another process that works in a data directory: says what happened as lines of JSON, then stays until it is ended.
//   node starter.mjs <claim | start> <directory> [options as JSON]
import { claimDataDirectory, startEmbeddedPostgres } from '@usaha/embedded-postgres';

const [work, dir, options = '{}'] = process.argv.slice(2);
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

const staying = setInterval(() => undefined, 60_000);

try {
  const claimed = await claimDataDirectory(dir, 0);
  await claimed.setPort(4321);
  if (work === 'claim') say({ event: 'claimed' });
  else {
    const postgres = await startEmbeddedPostgres({
      dir,
      log: (message) => say({ event: 'log', message }),
      ...JSON.parse(options),
    });
    process.once('SIGTERM', async () => {
      await postgres.stop();
      await claimed.release();
      // Node ends here by itself, unless something was left open.
      clearInterval(staying);
    });
    // Said last: its reader may send the signal at once.
    say({ event: 'started', url: postgres.url('usaha', 'usaha'), adopted: postgres.adopted });
  }
} catch (error) {
  clearInterval(staying);
  say({ event: 'failed', name: error.name, message: error.message });
}
