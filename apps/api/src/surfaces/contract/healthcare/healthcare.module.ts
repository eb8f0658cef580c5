import { Module } from '@nestjs/common';
import { HealthcareModule } from '@usaha/healthcare';
import { ContractAppointmentsController } from './appointments.controller.js';
import { ContractPatientsController } from './patients.controller.js';

/** The healthcare context on the contract surface. */
@Module({
  imports: [HealthcareModule],
  controllers: [ContractPatientsController, ContractAppointmentsController],
})
export class ContractHealthcareModule {}
