/** The operator's credentials at MyInvois, with which it acts for businesses as their intermediary. */
export interface EinvoiceIntermediary {
  client_id: string;
  client_secret: string;
}

/** What the installation has for e-invoices. */
export class EinvoiceInstallation {
  /** @param hasSimulator whether it has the simulator of MyInvois @param intermediary null: the operator is none */
  constructor(
    readonly hasSimulator: boolean,
    readonly intermediary: EinvoiceIntermediary | null = null,
  ) {}
}
