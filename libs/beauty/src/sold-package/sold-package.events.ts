import type { Context } from '@usaha/shared';
import { eventType, recordEvents, tell } from '@usaha/shared/events';
import type { SessionMovement, SoldPackage } from './sold-package.entity.js';

/** The events of packages that clients bought: there is no path to one. */
export const soldPackageEvents = recordEvents<SoldPackage>('beauty.client_package')({
  path: null,
  contract_path: null,
  data: { client_id: 'id', package_id: 'id', price: 'money' },
  actions: { sell: 'created', refund: 'refunded', void: 'voided' },
  verbs: {
    created: { en: 'A package was sold to a client.', ms: 'Satu pakej telah dijual kepada pelanggan.' },
    refunded: {
      en: 'A part or the rest of a package was refunded.',
      ms: 'Sebahagian atau baki satu pakej telah dibayar balik.',
    },
    voided: { en: 'The sale of a package was made void.', ms: 'Jualan satu pakej telah dibatalkan.' },
  },
});

const ofSession = {
  path: null,
  contract_path: null,
  data: { client_id: 'id', package_id: 'id', service_id: 'id', balance: 'count', appointment_id: 'id?' },
} as const;

const moved = {
  redeemed: eventType('beauty.client_package.redeemed', {
    ...ofSession,
    said: { en: 'A session of a package was redeemed.', ms: 'Satu sesi pakej telah ditebus.' },
  }),
  returned: eventType('beauty.client_package.returned', {
    ...ofSession,
    said: { en: 'A session of a package was given back.', ms: 'Satu sesi pakej telah dipulangkan.' },
  }),
};

/** Tells that sessions were taken or given back. @param sold as it was saved */
export function tellSessions(
  ctx: Context,
  verb: keyof typeof moved,
  { id, version, client_id, package_id }: SoldPackage,
  movements: readonly SessionMovement[],
): void {
  for (const { service_id, balance, appointment_id } of movements)
    tell(ctx, moved[verb], () => ({ id, version, client_id, package_id, service_id, balance, appointment_id }));
}
