import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainError, type Context } from '@usaha/shared';
import { MessageSubjects, type MessageFacts, type MessageSubject } from '../message/message-subjects.js';
import type { TemplateName } from '../message/message-templates.js';
import { PaymentLinks } from './payment-links.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';
import { PaymentRequestRefundRepository } from './payment-request-refund.repository.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** Messages about payment requests, to the person of their document. */
@Injectable()
export class PaymentRequestMessages implements MessageSubject, OnModuleInit {
  readonly type = 'payment_request';
  /** Of the core: what is asked for belongs to a module, and its routes ask whether that is enabled. */
  readonly module = null;
  readonly templates = ['payment_request', 'payment_received', 'refund_made'] as const;

  constructor(
    private readonly subjects: MessageSubjects,
    private readonly requests: PaymentRequestRepository,
    private readonly links: PaymentLinks,
    private readonly refunds: PaymentRequestRefundRepository,
  ) {}

  onModuleInit(): void {
    this.subjects.register(this);
  }

  /**
   * null of a request that has ended, or of which a receipt is to be told and nothing was booked.
   * @throws not_found; conflict with the code LINKS_UNAVAILABLE
   */
  async facts(ctx: Context, id: string, template: TemplateName): Promise<MessageFacts | null> {
    const request = await this.requests.get(ctx, id);
    const said = await this.saidOf(ctx, request, template);
    const person = said && (await this.subjects.find(request.subject_type)?.facts(ctx, request.subject_id, template));
    return person ? { ...person, refuses: [], ...said } : null;
  }

  /** The request names the last message that carried its link. @throws not_found */
  async sent(ctx: Context, id: string, template: TemplateName, message_id: string): Promise<void> {
    if (template !== 'payment_request') return;
    const request = await this.requests.lock(ctx, id);
    request.tellBy(message_id);
    this.requests.save(ctx, request, 'send');
  }

  private async saidOf(ctx: Context, request: PaymentRequest, template: TemplateName) {
    if (template === 'payment_request') return this.asked(ctx, request);
    if (template !== 'refund_made') return receivedOf(request);
    const refund = await this.refunds.lastCompleted(ctx, request.id);
    const { subject_number: document_number } = request;
    return refund && { expires_at: null, values: { document_number, amount: refund.amount } };
  }

  private asked(ctx: Context, request: PaymentRequest): Pick<MessageFacts, 'expires_at' | 'values'> | null {
    const { subject_number: document_number, amount, expires_at } = request;
    if (request.statusAt(ctx.now) !== 'open') return null;
    const link = this.links.urlOf(ctx, request);
    if (link === null) throw new DomainError('conflict', messages.linksUnavailable(), { code: 'LINKS_UNAVAILABLE' });
    return { expires_at, values: { document_number, amount, expires: expires_at, link } };
  }
}

function receivedOf(request: PaymentRequest): Pick<MessageFacts, 'expires_at' | 'values'> | null {
  const { status, subject_number: document_number, booked_amount: amount, receipt_number } = request;
  if (status !== 'paid' || receipt_number === null) return null;
  return amount > 0 ? { expires_at: null, values: { document_number, amount, receipt_number } } : null;
}
