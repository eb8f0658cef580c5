import type { Type } from '@nestjs/common';
import { ContractAppointmentsController } from './appointments.controller.js';
import { ContractPatientsController } from './patients.controller.js';

/** The controllers of healthcare on the contract surface. */
export const contractHealthcareControllers: Type[] = [ContractPatientsController, ContractAppointmentsController];
