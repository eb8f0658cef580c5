import type { Provider } from '@nestjs/common';
import { EinvoiceSimulator } from './einvoice-simulator.js';
import { SimulatorCalls } from './simulator-calls.js';
import { SimulatorDocumentRepository } from './simulator-document.repository.js';
import { SimulatorService } from './simulator.service.js';
import { SimulatorSettingsRepository } from './simulator-settings.repository.js';
import { SimulatorSubmissions } from './simulator-submission.repository.js';
import { SimulatorSubmit } from './simulator-submit.js';

/** The services of the simulator. */
export const simulatorProviders: Provider[] = [
  SimulatorSettingsRepository,
  SimulatorDocumentRepository,
  SimulatorSubmissions,
  SimulatorSubmit,
  SimulatorCalls,
  EinvoiceSimulator,
  SimulatorService,
];
