import { DuitNowQrRepository } from '../duitnow-qr/duitnow-qr.repository.js';
import { DuitNowQrService } from '../duitnow-qr/duitnow-qr.service.js';
import { DocumentParties } from './document-parties.js';
import { DocumentPrints } from './document-prints.js';

/** The services of documents that are handed out, and of the code by which they are paid. */
export const documentProviders = [DocumentParties, DocumentPrints, DuitNowQrRepository, DuitNowQrService];
