import { Controller } from '@nestjs/common';
import {
  codCollectionsReport,
  codPayoutsReport,
  driverPerformanceReport,
  routeEfficiencyReport,
  shipmentsReport,
  vehiclePerformanceReport,
} from '@usaha/logistics';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Addition } from '../../../wire/route.js';

@ApiTags('reports')
@OfModule('logistics')
@Controller('api/v1/logistics/reports')
export class ReferenceLogisticsReportsController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('shipments', shipmentsReport, {
    summary: 'Get the shipment report',
    description:
      'Shipments by the day of their creation, by status, service, or state of origin or destination. Weight, value and distance are without the cancelled, payments without the cancelled and returned; what is collected for senders on delivery stands by itself (A-290, A-311). On time are those delivered by the end of what was promised (A-312).',
  })
  shipments(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('vehicle-performance', vehiclePerformanceReport, {
    summary: 'Get the vehicle performance report',
    description:
      'Deliveries of each vehicle, its schedules, and how far it went: the increments between odometer readings, without mistaken ones and across new odometers (A-382), and an estimate of the fuel for it. Shipments and schedules that name no vehicle, or a deleted one, are a separate row (A-313).',
  })
  vehiclePerformance(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('driver-performance', driverPerformanceReport, {
    summary: 'Get the driver performance report',
    description:
      'What each driver delivered, how much of it on time, and the schedules. Shipments and schedules that name no driver, or a deleted one, are a separate row (A-313).',
  })
  driverPerformance(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('route-efficiency', routeEfficiencyReport, {
    summary: 'Get the route efficiency report',
    description:
      'The schedules of each route by their day: the trips (one for each date and vehicle, without the cancelled), what was planned for them, what was delivered, and what runs of optimisations came to (A-314).',
  })
  routeEfficiency(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('cod-collections', codCollectionsReport, {
    summary: 'Get the report of collections on delivery',
    description:
      'What each driver collected on delivery by proofs of delivery, and has to hand in: parcels, what was to be collected, what was, the difference, and how many parcels differ by more than a rounding to 5 sen, each of them for a reason (A-319). By the day on which the proof was recorded, for the driver who had the shipment then; deleted drivers have their rows, and shipments without a driver a separate one. unrecorded counts shipments that were delivered without a recorded amount, by the day of delivery; remitted_amount is what was handed in, by its date, and held_amount what was collected less that (A-381).',
  })
  @Addition()
  codCollections(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }

  @ReadsReport('cod-payouts', codPayoutsReport, {
    summary: 'Get the report of what is owed to senders',
    description:
      'The amounts collected on delivery for each sender, paid out, and owed: brought_forward + collected_amount − paid_amount. brought_forward is what was owed before date_from. Its group is the sender_id of payouts (A-381).',
  })
  @Addition()
  codPayouts(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
