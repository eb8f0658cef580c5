/** The simulator that plays MyInvois in the process. */
export { EinvoiceSimulator, SIMULATOR_HOST } from './einvoice-simulator.js';
export { SimulatorDocument, simulatorStatuses } from './simulator-document.entity.js';
export { SimulatorDocumentRepository, type SimulatorDocumentQuery } from './simulator-document.repository.js';
export { simulatorFaults, type FaultKind, type SimulatorFault, type SimulatorRejection } from './simulator-faults.js';
export { SimulatorService } from './simulator.service.js';
export { SimulatorSettings, type CallCounts, type SimulatorBehaviour } from './simulator-settings.entity.js';
export { simulatorProviders } from './simulator.providers.js';
