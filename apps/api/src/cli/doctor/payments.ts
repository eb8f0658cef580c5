import { AccountRefused, AddressGuard, GATEWAY_PATIENCE_MS } from '@usaha/core';
import { ChipClient } from '../../payment/chip/chip-client.js';
import { ChipGateway } from '../../payment/chip/chip-gateway.js';
import { neutral, reasonOf, unwell, well, type Check, type Finding } from './finding.js';

const about = 'Payments';

/** Whether the platform's account takes real money, and gateways and payers reach the service. */
export const checkPayments: Check = async ({ production, platformAccount, publicUrl, webhookNetworks }) => {
  if (platformAccount.gateway === 'sandbox')
    return production
      ? [unwell(about, 'go to the sandbox, which moves no money: PAYMENT_GATEWAY names a gateway')]
      : [neutral(about, 'go to the sandbox')];
  const findings: Finding[] = [];
  if (publicUrl === null)
    findings.push(unwell(about, 'gateways cannot call back, and links to pay lead nowhere: PUBLIC_URL is not set'));
  const gateway = new ChipGateway(new ChipClient(new AddressGuard(webhookNetworks)));
  try {
    const { mode, methods } = await gateway.abilities(platformAccount, AbortSignal.timeout(GATEWAY_PATIENCE_MS));
    const said = `CHIP accepts the key: ${methods.map(({ method }) => method).join(', ')}`;
    if (mode === platformAccount.mode) findings.push(well(about, said));
    else if (production) findings.push(unwell(about, 'the account at CHIP is in test mode: no money is moved'));
    else
      findings.push(
        unwell(about, 'the account at CHIP takes real money: what is paid outside production is not booked'),
      );
  } catch (error) {
    const field = error instanceof AccountRefused ? error.field : null;
    findings.push(
      unwell(about, field ? `CHIP refuses CHIP_${field.toUpperCase()}` : `CHIP does not respond: ${reasonOf(error)}`),
    );
  }
  return findings;
};
