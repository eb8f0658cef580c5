import type { SurfaceName } from '../wire/dialect.js';
import { contractTexts } from './contract.docs.js';
import { referenceTexts } from './reference.docs.js';
import type { SurfaceTexts } from './surface.js';

/** Texts of each surface in addition to those of its controllers. */
export const surfaceTexts: Readonly<Record<SurfaceName, SurfaceTexts>> = {
  contract: contractTexts,
  reference: referenceTexts,
};
