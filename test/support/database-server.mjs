// The database server of a test run, or of one test file, with a migrated database where one is asked for: in a separate
// process, as production runs it. Says its socket's URLs as a line of JSON, and stops on a signal, or when
// its parent process is gone.
//   node database-server.mjs <directory> [options as JSON]
import { letAppRoleLogIn, migrateDatabase } from '../../apps/api/dist/database/database-access.js';
import { startEmbeddedPostgres } from '@usaha/embedded-postgres';

const [dir, options = '{}'] = process.argv.slice(2);
const start = () =>
  startEmbeddedPostgres({ dir, log: () => undefined, durable: false, stopWithParent: true, ...JSON.parse(options) });
let postgres = await start();

const work = {
  migrate: async (url) => migrateDatabase({ url, ownerUrl: url, directUrl: null }),
  letAppRoleLogIn,
  restart: async () => {
    await postgres.stop();
    postgres = await start();
  },
  stop: () => postgres.stop(),
};
process.on('message', async ({ id, name, args }) => {
  try {
    process.send({ id, result: await work[name](...args) });
  } catch (error) {
    process.send({ id, error: error.message });
  }
  if (name === 'stop') process.disconnect();
});
process.on('disconnect', () => postgres.stop());
process.send({ id: 0, result: postgres.url('usaha', 'usaha') });
