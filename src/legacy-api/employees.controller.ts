import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { DEFAULT_FINANCIAL_YEAR_START } from '../modules/customers/customers.service';
import { dayAt, financialYear } from '../common/calendar';
import { Clock } from '../common/clock';
import { Config } from '../infrastructure/config/config';
import { MaybeTenant, Public } from '../tenancy/access.decorators';
import type { Tenant } from '../tenancy/tenant';
import { success } from './envelope';
import { LegacyController } from './legacy.decorators';

@LegacyController('api/employees')
export class EmployeesController {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The financial year of the customer if the token is valid, else the default year. */
  @Get('GetFinancialYear')
  @Public('tells a calendar, and the own one when signed in', { optionalSession: true })
  @ApiOperation({ summary: 'The financial year of today' })
  financialYear(@MaybeTenant() tenant: Tenant | undefined) {
    const customerTenant = tenant && tenant.customer_id !== 0 ? tenant : undefined;
    const today = dayAt(this.clock.now(), customerTenant?.time_zone ?? this.config.defaultTimeZone);
    const { label, from, to } = financialYear(
      today,
      customerTenant?.financial_year_start_month ?? DEFAULT_FINANCIAL_YEAR_START,
    );
    return success(LEGACY_MESSAGES.list, { financial_year: label, from_date: from, to_date: to });
  }
}
