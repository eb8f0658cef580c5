import type { MigrationInterface } from 'typeorm';
import { AppointmentLine } from './appointment/appointment-line.entity.js';
import { BeautyAppointment } from './appointment/beauty-appointment.entity.js';
import { Beauty1764000000000 } from './migrations/1764000000000-beauty.js';
import { BeautyAppointments1764000300000 } from './migrations/1764000300000-appointments.js';
import { AppointmentPayment } from './payment/appointment-payment.entity.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const beautyEntities: (new () => object)[] = [BeautyAppointment, AppointmentLine, AppointmentPayment];
export const beautyMigrations: (new () => MigrationInterface)[] = [
  Beauty1764000000000,
  BeautyAppointments1764000300000,
];
