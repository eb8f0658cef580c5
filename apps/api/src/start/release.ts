import type { Release } from '@usaha/shared/operation';

/** The release of this code: the version in package.json, which a test compares. CHANGELOG.md says what is in it. */
export const RELEASE: Release = '1.2.0';
