import { knownVulnerabilities } from './security-release.js';

it.each(['18.4.0-beta.17', '18.5.0', '17.9.0'])('of PostgreSQL %s it is known what it lacks', (version) => {
  expect(knownVulnerabilities(version)).toMatch(/lacks the security fixes of 18\.6: .*DATABASE_URL$/);
});

it.each(['18.6.0', '18.10.0-beta.1', '19.0.0'])('of PostgreSQL %s nothing is known', (version) => {
  expect(knownVulnerabilities(version)).toBeNull();
});
