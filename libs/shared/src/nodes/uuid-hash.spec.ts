import { uuidHash } from './uuid-hash.js';

// As PostgreSQL says, of any version: select uuid_hash(…).
it.each([
  ['00000000-0000-0000-0000-000000000000', 1_353_656_403],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', -682_383_255],
  ['11111111-2222-3333-4444-555555555555', -918_603_556],
  ['8e5cd68c-5036-472d-a02f-d4f95f5b51ff', -2_038_917_145],
  ['C98D0991-ED76-468C-AC14-3B748EE85BE5', 1_044_858_878],
])('the hash of %s is that of PostgreSQL', (uuid, hash) => {
  expect(uuidHash(uuid)).toBe(hash);
});
