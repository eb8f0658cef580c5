import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { AuditTrail, Database } from '@usaha/shared';
import { AuthService } from './auth/auth.service.js';
import { RightsCache } from './auth/rights-cache.js';
import { SessionRegistry } from './auth/session.registry.js';
import { TokenService, type TokenSettings } from './auth/token.service.js';
import { ModuleService } from './module/module.service.js';
import { TenantModuleRepository } from './module/tenant-module.repository.js';
import { OperatorService } from './operator/operator.service.js';
import { PaymentGateway } from './payment/gateway.js';
import { PaymentMethodRepository } from './payment/payment-method.repository.js';
import { PaymentMethodService } from './payment/payment-method.service.js';
import { PaymentRepository } from './payment/payment.repository.js';
import { PaymentService } from './payment/payment.service.js';
import { RefundRepository } from './payment/refund.repository.js';
import { SandboxGateway } from './payment/sandbox-gateway.js';
import { Settlement } from './payment/settlement.js';
import { SubscriptionRepository } from './subscription/subscription.repository.js';
import { SubscriptionService } from './subscription/subscription.service.js';
import { TenantRepository } from './tenant/tenant.repository.js';
import { TenantService } from './tenant/tenant.service.js';
import { UserRepository } from './user/user.repository.js';
import { UserService } from './user/user.service.js';
import { CompanyRegister, OfflineCompanyRegister } from './utils/company-register.js';
import { UtilsService } from './utils/utils.service.js';

export interface CoreSettings {
  /** Over an initialised DataSource: see `Database.over`. */
  database: Database;
  tokens: TokenSettings;
  /** Who is asked for names and dates of companies; nobody unless given. */
  companyRegister?: CompanyRegister;
  /** Who moves the money; a sandbox that moves none unless given. */
  gateway?: PaymentGateway;
}

/** Makes the services of this context over a database. */
export class Core {
  readonly rightsCache = new RightsCache();
  readonly tokens: TokenService;
  readonly sessions: SessionRegistry;
  readonly auth: AuthService;
  readonly tenants: TenantService;
  readonly users: UserService;
  readonly operator: OperatorService;
  readonly subscriptions: SubscriptionService;
  readonly modules: ModuleService;
  readonly gateway: PaymentGateway;
  readonly paymentMethods: PaymentMethodService;
  readonly payments: PaymentService;
  readonly settlement: Settlement;
  readonly companyRegister: CompanyRegister;
  readonly utils: UtilsService;
  /** For jobs and other contexts that work tenant by tenant. */
  readonly tenantRepository: TenantRepository;
  readonly userRepository: UserRepository;

  constructor(readonly settings: CoreSettings) {
    const { database } = settings;
    this.tenantRepository = new TenantRepository(database);
    this.userRepository = new UserRepository(database);
    this.tokens = new TokenService(settings.tokens);
    this.sessions = new SessionRegistry(database, this.rightsCache);
    this.auth = new AuthService(this.tenantRepository, this.userRepository, this.sessions, this.tokens);
    this.tenants = new TenantService(this.tenantRepository, this.userRepository, this.sessions);
    this.users = new UserService(this.userRepository, this.sessions);
    this.operator = new OperatorService(this.tenantRepository, this.userRepository, this.sessions);
    this.subscriptions = new SubscriptionService(new SubscriptionRepository(database), this.tenantRepository);
    this.modules = new ModuleService(new TenantModuleRepository(database), this.sessions);
    this.gateway = settings.gateway ?? new SandboxGateway(database);
    const methods = new PaymentMethodRepository(database);
    const [payments, refunds] = [new PaymentRepository(database), new RefundRepository(database)];
    this.paymentMethods = new PaymentMethodService(methods, this.gateway);
    this.settlement = new Settlement({
      database,
      gateway: this.gateway,
      tenants: this.tenantRepository,
      payments,
      refunds,
      methods,
      subscriptions: this.subscriptions,
    });
    this.payments = new PaymentService(payments, refunds, this.paymentMethods, this.subscriptions, this.settlement);
    this.companyRegister = settings.companyRegister ?? new OfflineCompanyRegister();
    this.utils = new UtilsService(this.tenantRepository, this.companyRegister);
  }
}

/** The core context as a Nest module: tenants, users, sign-in, subscriptions, modules, payments. It knows nothing of HTTP. */
@Module({})
export class CoreModule {
  static forRoot(settings: CoreSettings): DynamicModule {
    const core = new Core(settings);
    const providers: Provider[] = [
      { provide: Core, useValue: core },
      { provide: Database, useValue: settings.database },
      { provide: AuditTrail, useValue: new AuditTrail() },
      { provide: TokenService, useValue: core.tokens },
      { provide: SessionRegistry, useValue: core.sessions },
      { provide: RightsCache, useValue: core.rightsCache },
      { provide: AuthService, useValue: core.auth },
      { provide: TenantService, useValue: core.tenants },
      { provide: UserService, useValue: core.users },
      { provide: OperatorService, useValue: core.operator },
      { provide: SubscriptionService, useValue: core.subscriptions },
      { provide: ModuleService, useValue: core.modules },
      { provide: PaymentGateway, useValue: core.gateway },
      { provide: PaymentMethodService, useValue: core.paymentMethods },
      { provide: PaymentService, useValue: core.payments },
      { provide: CompanyRegister, useValue: core.companyRegister },
      { provide: UtilsService, useValue: core.utils },
    ];
    return { module: CoreModule, global: true, providers, exports: providers };
  }
}
