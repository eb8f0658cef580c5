import { Body, Controller, Param } from '@nestjs/common';
import { ProofService, ShipmentService } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, OfModule, OpenToDrivers } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Creates, Reads } from '../../../wire/route.js';
import {
  ProofBody,
  ProofCorrectionBody,
  ProofView,
  WholeProofView,
  newProof,
  proofView,
  wholeProofView,
} from './proofs.wire.js';

@ApiTags('shipments')
@OfModule('logistics')
@Records({ shipment_id: ShipmentService })
@Controller('api/v1/logistics/shipments')
export class ReferenceProofsController {
  constructor(private readonly proofs: ProofService) {}

  @Creates(':shipment_id/proof-of-delivery', ProofView, {
    summary: 'Record the proof of a delivery',
    description:
      'Makes a shipment of any status delivered; a second proof is a conflict (A-319). With cod collected_amount must equal payment_amount (none stated: 0) unless difference_reason says why not; without cod there is none. The answer leaves out what is in the pictures.',
  })
  @Addition()
  @OpenToDrivers()
  async record(@Ctx() ctx: Context, @Param('shipment_id') id: string, @Body() body: ProofBody) {
    return proofView(await this.proofs.record(ctx, id, newProof(body)));
  }

  @Reads(':shipment_id/proof-of-delivery', WholeProofView, {
    summary: 'Read the proof of a delivery',
    description: 'With signature and photographs, as they are kept: without metadata.',
  })
  @Addition()
  @OpenToDrivers()
  async get(@Ctx() ctx: Context, @Param('shipment_id') id: string) {
    return wholeProofView(await this.proofs.get(ctx, id));
  }

  @Acts(':shipment_id/proof-of-delivery/correction', ProofView, {
    summary: 'Correct what was collected on delivery',
    description:
      'For administrators and managers. It counts on the day of the proof, in what the driver holds and what the sender is owed, which may then be below 0. Earlier amounts stay in corrections. Where nothing is paid on delivery it is refused with 409 (A-371).',
  })
  @Addition()
  @Needs('cod.correct')
  async correct(@Ctx() ctx: Context, @Param('shipment_id') id: string, @Body() body: ProofCorrectionBody) {
    return proofView(await this.proofs.correct(ctx, id, body));
  }
}
