import { Injectable } from '@nestjs/common';
import { DomainError, type Context } from '@usaha/shared';
import { MessageService } from '../message/message.service.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** Refusals of a message that leave the request as it is: the person is not reached, or no more is sent today. */
const isUnsent = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'NOT_REACHABLE' || error.kind === 'too_many');

/** Tells the person of a document what is asked for, and that it came. */
@Injectable()
export class PaymentRequestNotices {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly messages: MessageService,
  ) {}

  /** Sends the link of a new request. A person who cannot be reached leaves `message_id` null. */
  async ask(ctx: Context, request: PaymentRequest): Promise<PaymentRequest> {
    const subject = { subject_type: 'payment_request', subject_id: request.id };
    try {
      await this.messages.create(ctx, { template: 'payment_request', ...subject });
    } catch (error) {
      if (!isUnsent(error)) throw error;
      return request;
    }
    return this.requests.get(ctx, request.id);
  }

  /** Says that money of a request was given back, likewise. */
  async refunded(ctx: Context, { id, message_id }: PaymentRequest): Promise<void> {
    if (message_id !== null) await this.messages.follow(ctx, message_id, { template: 'refund_made', subject_id: id });
  }

  /** Says that the money of a request came, to the address that its link went to, and only where one went. */
  async received(ctx: Context, { id, message_id, receipt_number }: PaymentRequest): Promise<void> {
    if (message_id !== null && receipt_number !== null)
      await this.messages.follow(ctx, message_id, { template: 'payment_received', subject_id: id });
  }
}
