import { DuitNowQrRepository } from './duitnow-qr.repository.js';
import { DuitNowQrService } from './duitnow-qr.service.js';

/** The services of the DuitNow QR of a business. */
export const duitNowQrProviders = [DuitNowQrRepository, DuitNowQrService];
