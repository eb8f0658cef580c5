import type { SurfaceName } from '../wire/dialect.js';
import { contractDocumentation } from './contract.docs.js';
import { referenceDocumentation } from './reference.docs.js';
import type { SurfaceDocumentation } from './surface.js';

/** What is written of each surface, beside what its controllers say. */
export const documentations: Readonly<Record<SurfaceName, SurfaceDocumentation>> = {
  contract: contractDocumentation,
  reference: referenceDocumentation,
};
