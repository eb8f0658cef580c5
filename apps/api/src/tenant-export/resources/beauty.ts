import {
  AppointmentPayment,
  BeautyAppointmentService,
  BeautyProductService,
  BeautyStockMovement,
  ClientService,
  MembershipService,
  PackageSession,
  SalonServices,
  ServicePackageService,
  SoldPackage,
  StaffService,
} from '@usaha/beauty';
import { malaysianDay } from '@usaha/shared';
import { appointmentPaymentView } from '../../surfaces/reference/beauty/appointment-payments.wire.js';
import { beautyAppointmentView } from '../../surfaces/reference/beauty/appointments.wire.js';
import { clientView } from '../../surfaces/reference/beauty/clients.wire.js';
import { membershipView } from '../../surfaces/reference/beauty/memberships.wire.js';
import { servicePackageView } from '../../surfaces/reference/beauty/packages.wire.js';
import { placeInArchive } from '../../files/picture-urls.js';
import { beautyProductView, beautyStockMovementView } from '../../surfaces/reference/beauty/products.wire.js';
import { salonServiceView } from '../../surfaces/reference/beauty/services.wire.js';
import { packageSessionView, soldPackageView } from '../../surfaces/reference/beauty/sold-packages.wire.js';
import { staffView } from '../../surfaces/reference/beauty/staff.wire.js';
import { LANGUAGE, always, closingsOf, listOf, rowsOf } from '../exported-resource.js';

/** What a salon has. */
export const beautyResources = [
  listOf(
    'beauty.clients',
    ['beauty.clients'],
    ClientService,
    (clients, ctx, page) => clients.list(ctx, {}, page),
    always(clientView),
  ),
  listOf(
    'beauty.staff',
    ['beauty.staff'],
    StaffService,
    (staff, ctx, page) => staff.list(ctx, {}, page),
    ({ actor }) => staffView(actor),
  ),
  listOf(
    'beauty.services',
    ['beauty.services'],
    SalonServices,
    (services, ctx, page) => services.list(ctx, {}, page),
    always(salonServiceView),
  ),
  listOf(
    'beauty.appointments',
    ['beauty.appointments', 'beauty.appointment_lines'],
    BeautyAppointmentService,
    (appointments, ctx, page) => appointments.list(ctx, {}, page),
    () => beautyAppointmentView(LANGUAGE),
  ),
  rowsOf('beauty.appointments.payments', 'beauty.payments', AppointmentPayment, always(appointmentPaymentView), {
    // The list is of an appointment; packages and memberships are paid, too.
    parent: ({ sold_package_id, membership_id }) => ({ client_package_id: sold_package_id, membership_id }),
  }),
  listOf(
    'beauty.products',
    ['beauty.products'],
    BeautyProductService,
    (products, ctx, page) => products.list(ctx, {}, page),
    always(beautyProductView(placeInArchive)),
  ),
  rowsOf('beauty.products.movements', 'beauty.stock_movements', BeautyStockMovement, always(beautyStockMovementView)),
  listOf(
    'beauty.packages',
    ['beauty.packages'],
    ServicePackageService,
    (packages, ctx, page) => packages.list(ctx, {}, page),
    always(servicePackageView),
  ),
  rowsOf('beauty.client-packages', 'beauty.sold_packages', SoldPackage, always(soldPackageView)),
  rowsOf('beauty.client-packages.sessions', 'beauty.package_sessions', PackageSession, always(packageSessionView), {
    parent: ({ sold_package_id }) => ({ client_package_id: sold_package_id }),
  }),
  listOf(
    'beauty.memberships',
    ['beauty.memberships'],
    MembershipService,
    (memberships, ctx, page) => memberships.list(ctx, {}, page),
    ({ now }) => membershipView(malaysianDay(now)),
  ),
  closingsOf('beauty'),
];
