import { Injectable } from '@nestjs/common';
import { RecordPictures, photographRefusal } from '@usaha/core';
import { conflict, malaysianDay, money, type Context } from '@usaha/shared';
import { senderOf } from '../cod/cod-sender.entity.js';
import { CodSenderRepository } from '../cod/cod-sender.repository.js';
import { ownDriver } from '../driver/own-deliveries.js';
import { SHIPMENTS } from '../file-collections.js';
import { messages } from '../messages.js';
import { collectsCash } from '../shipment/cash-on-delivery.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import type { ReportedLocation } from '../tracking/shipment-event.entity.js';
import { toldLocation } from '../tracking/status-report.js';
import { TrackingService } from '../tracking/tracking.service.js';
import { collectionOf, type Collection, type SaidCollected } from './collection.js';
import { picturesOf, type SentPictures } from './sent-pictures.js';
import type { ProofPicture } from './proof-picture.entity.js';
import { ProofPictures } from './proof-pictures.js';
import type { ProofCorrection } from './proof-correction.entity.js';
import { ProofCorrections } from './proof-corrections.js';
import { Proof } from './proof.entity.js';
import { tellProof } from './proof.events.js';
import { ProofRepository } from './proof.repository.js';

/** The statements made at the door. */
export interface NewProof extends SentPictures, SaidCollected {
  received_by: string;
  location?: ReportedLocation | null;
  notes?: string | null;
}

/** A proof with its pictures, the signature first, and its corrections, the first first. */
export interface WholeProof {
  proof: Proof;
  pictures: ProofPicture[];
  corrections: ProofCorrection[];
}

/** Another amount than the proof says. */
export interface CorrectedCollection {
  /** MYR. */
  collected_amount: number;
  reason: string;
}

const filled = (text: string | null | undefined): string | null => (text?.trim() ? text : null);

/** Proofs of delivery: one of each shipment. Only what was collected can be corrected. */
@Injectable()
export class ProofService {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly tracking: TrackingService,
    private readonly proofs: ProofRepository,
    private readonly pictures: ProofPictures,
    private readonly senders: CodSenderRepository,
    private readonly corrections: ProofCorrections,
    private readonly files: RecordPictures,
  ) {}

  /** @throws not_found for an unknown shipment, and for one without a proof */
  async get(ctx: Context, shipment_id: string): Promise<WholeProof> {
    // To a driver the proof of another's shipment is as unknown as the shipment.
    if (ownDriver(ctx.actor) !== null) await this.shipments.get(ctx, shipment_id);
    const [proof, pictures, corrections] = await Promise.all([
      this.proofs.ofShipment(ctx, shipment_id),
      this.pictures.ofShipment(ctx, shipment_id),
      this.corrections.ofShipment(ctx, shipment_id),
    ]);
    return { proof, pictures, corrections };
  }

  /**
   * Makes the shipment delivered, from any status, as a report does; one that is delivered already stays so since then.
   * @throws not_found; conflict for a second one; invalid for pictures that are none, too large or too many, for files that are no
   * photographs of this shipment, for money that is not what was to be collected, and for one coordinate without the other
   */
  async record(ctx: Context, shipment_id: string, said: NewProof): Promise<WholeProof> {
    const sent = picturesOf(said);
    const shipment = await this.shipments.lock(ctx, shipment_id);
    const sender = senderOf(shipment.origin);
    const { is_cod, is_proven, sender_id } = await this.proofs.stateOf(ctx, shipment.id, sender);
    if (is_proven) throw conflict('shipment_id', messages.alreadyProven());
    const collection = collectionOf({ is_cod, payment_amount: shipment.payment_amount }, said);
    await this.tracking.deliver(ctx, shipment, said.location ?? null);
    const record = { resource: SHIPMENTS, record_id: shipment.id };
    const picture_ids = await this.files.take(ctx, record, [], said.picture_ids ?? [], photographRefusal);
    const proof = proofOf(ctx, shipment, said, { ...collection, picture_ids });
    if (proof.collected_amount !== null) proof.owe(sender_id ?? this.senders.add(ctx, sender).id);
    this.proofs.insert(ctx, proof);
    tellProof(ctx, proof);
    return { proof, pictures: this.pictures.add(ctx, proof.id, sent), corrections: [] };
  }

  /**
   * Corrects what was collected, on the day of the proof. The amount that it has already changes nothing.
   * @throws not_found for an unknown shipment, and for one without a proof; conflict where nothing is paid on delivery; invalid for an
   * amount that cannot be kept
   */
  async correct(ctx: Context, shipment_id: string, said: CorrectedCollection): Promise<WholeProof> {
    const shipment = await this.shipments.lock(ctx, shipment_id);
    const proof = await this.proofs.lockOfShipment(ctx, shipment.id);
    const { collected_amount: from_amount, difference_reason: from_reason } = proof;
    const collected_amount = money.within('collected_amount', said.collected_amount);
    proof.correct(
      { is_cod: collectsCash(shipment), payment_amount: shipment.payment_amount },
      collected_amount,
      said.reason,
    );
    if (collected_amount !== from_amount) {
      if (proof.sender_id === null) proof.owe(await this.senderOf(ctx, shipment));
      this.proofs.save(ctx, proof, 'correct');
      const entry = { position: proof.version, proof_id: proof.id, from_amount, from_reason, collected_amount };
      this.corrections.append(ctx, [{ ...entry, reason: said.reason }]);
      if (shipment.parties_blanked_at) {
        shipment.tellsAgain();
        this.shipments.save(ctx, shipment, 'update', { tells: false });
      }
    }
    const [pictures, corrections] = await Promise.all([
      this.pictures.ofShipment(ctx, shipment.id),
      this.corrections.ofShipment(ctx, shipment.id),
    ]);
    return { proof, pictures, corrections };
  }

  private async senderOf(ctx: Context, { id, origin }: Shipment): Promise<string> {
    const sender = senderOf(origin);
    const { sender_id } = await this.proofs.stateOf(ctx, id, sender);
    return sender_id ?? this.senders.add(ctx, sender).id;
  }
}

/** What follows from the sender's statements. */
type ProofFacts = Collection & Pick<Proof, 'picture_ids'>;

function proofOf(ctx: Context, shipment: Shipment, said: NewProof, facts: ProofFacts): Proof {
  const { id: shipment_id, driver_id, driver_name } = shipment;
  return Object.assign(new Proof().giveId(ctx.now), facts, {
    shipment_id,
    day: malaysianDay(ctx.now),
    driver_id,
    driver_name,
    recorded_by: ctx.actor?.user_id ?? null,
    location: toldLocation(said.location),
    received_by: said.received_by,
    notes: filled(said.notes),
    difference_reason: filled(said.difference_reason),
  });
}
