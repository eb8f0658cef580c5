import { forbidden, includesRole, type Context } from '@usaha/shared';
import { isPaidToPlatform, type PayableType } from './payable-source.js';
import { messages } from './payment-request.messages.js';

/** Whose payment an actor may ask for. The service itself asks for every one. @throws forbidden */
export function assertMayAsk({ actor }: Context, type: PayableType): void {
  if (actor !== null && isPaidToPlatform(type) && !includesRole(actor.role, 'admin'))
    throw forbidden(messages.administratorsAsk());
}
