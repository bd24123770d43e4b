import { Body, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiProperty, ApiQuery } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { CurrentPasswordRequiredError, CurrentPasswordWrongError } from '../modules/identity/account.errors';
import type { CookieRequest } from '../modules/identity/cookies';
import { PasswordChangesService } from '../modules/identity/password-changes.service';
import { RegistrationForm } from '../modules/identity/registration.dto';
import { RegistrationService } from '../modules/identity/registration.service';
import { customerFormFields, customers as definition } from '../contract/customers.resource';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { Customer } from '../modules/customers/customer.entity';
import { CustomersService, type ChangedCustomer, type CustomerForm } from '../modules/customers/customers.service';
import { changeDto } from '../common/rest/dto';
import { RefusalsAre200 } from '../common/errors/refusals-are-200';
import { NotFoundError } from '../common/errors/app-error';
import {
  Allow,
  AllowWhenExpired,
  CurrentTenant,
  IgnoreUnchangedFields,
  MaybeTenant,
  AllowPlatformWrites,
  Public,
} from '../tenancy/access.decorators';
import type { Tenant } from '../tenancy/tenant';
import { failure, success, type Envelope, type Reply } from './envelope';
import { ChangesState, LegacyController } from './legacy.decorators';
import { LegacyListService } from './legacy-list.service';
import { readPasswordHeader, readTicketProof } from './legacy-parameters';
import { ruleError } from '../common/errors/field-error';

/** Distinguishes a customer id from a handle of decryption_code. */
const isCustomerId = (cus_id: unknown): boolean => /^\d{1,9}$/.test(String(cus_id));

class UpdateCustomerForm extends changeDto(definition) {
  @ApiProperty({ required: false, description: 'Empty or the current one; it is not changed here.' })
  @IsOptional()
  @MaxLength(512, ruleError('too_long', 'At most 256 characters.', { count: 256 }))
  @IsString(ruleError('text', 'Enter text.'))
  c_password?: string;
}

// Clients post a number where a form field held digits only.
for (const name of [...Object.keys(customerFormFields), 'c_user_name']) {
  Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))(
    UpdateCustomerForm.prototype,
    name,
  );
}

@LegacyController('CustomerMaster')
export class CustomerMasterController {
  constructor(
    private readonly customersService: CustomersService,
    private readonly registration: RegistrationService,
    private readonly passwords: PasswordChangesService,
    private readonly lists: LegacyListService,
  ) {}

  /** Needs the ticket of verify_otp; customer_id, status, limits and dates in the body are ignored. */
  @Post('SaveCustomer')
  @HttpCode(200)
  @RefusalsAre200()
  @Public('the registration ticket is the secret')
  @ApiOperation({ summary: 'Register an organisation with an admin account and a 30-day trial' })
  async saveCustomer(
    @Req() request: CookieRequest,
    @Body() form: RegistrationForm,
  ): Promise<Envelope<{ customer_id: number }>> {
    return success(LEGACY_MESSAGES.customer_saved, await this.registration.register(form, readTicketProof(request)));
  }

  @Post('UpdateCustomer/:id')
  @HttpCode(200)
  @RefusalsAre200()
  @Allow('platform', 'admin')
  @AllowWhenExpired('company data, which the next bill is sent to')
  @AllowPlatformWrites()
  @IgnoreUnchangedFields(Customer, 'customer_id')
  @ApiParam({ name: 'id', type: 'integer', example: 1001 })
  @ApiOperation({ summary: 'The contact fields of the form; how the registrant signs in, once confirmed by mail' })
  async updateCustomer(
    @CurrentTenant() tenant: Tenant,
    @Param('id') id: string,
    @Body() form: UpdateCustomerForm,
  ): Promise<Envelope<ChangedCustomer | null>> {
    const { c_password, ...fields } = form;
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new NotFoundError('customer');
    await this.customersService.one(tenant, Number(id));
    if (c_password && tenant.actor.kind !== 'platform' && !(await this.isCurrentPassword(tenant, c_password))) {
      return failure(LEGACY_MESSAGES.use_reset_password);
    }
    return success(
      LEGACY_MESSAGES.customer_updated,
      await this.customersService.change(tenant, Number(id), fields as Partial<CustomerForm>),
    );
  }

  @Get('ListCustomers')
  @Allow('platform', 'admin')
  @ApiOperation({ summary: 'Registered organisations; an admin sees its own' })
  listCustomers(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) reply: Reply) {
    return this.lists.respond(tenant, reply, this.customersService.listForLegacyApi(tenant));
  }

  /** An array whose first entry prefills the form. */
  @Get('ListCustomer/:customer_id')
  @Allow('platform', 'admin')
  @ApiParam({ name: 'customer_id', type: 'integer', example: 1001 })
  @ApiOperation({ summary: 'One organisation, as an array' })
  async listCustomer(@CurrentTenant() tenant: Tenant) {
    return success(LEGACY_MESSAGES.list, [await this.customersService.one(tenant, tenant.customer_id)]);
  }

  /** `cus_id` is a handle of decryption_code, or the own customer id together with a bearer token. */
  @Get('UpdateCustomerPassword')
  @ChangesState()
  @RefusalsAre200()
  @Public('the handle is the secret; or the bearer', {
    optionalSession: true,
    requiresScopeHeaders: ({ cus_id }) => isCustomerId(cus_id),
  })
  @ApiQuery({ name: 'cus_id', example: 'AZk…' })
  @ApiQuery({ name: 'pass', example: 'three-herons-over-the-dock' })
  @ApiHeader({ name: 'X-Current-Password', required: false, description: 'When the sign-in is older than 10 minutes.' })
  @ApiOperation({ summary: 'Choose a password; ends every session' })
  async updateCustomerPassword(
    @MaybeTenant() tenant: Tenant | undefined,
    @Req() request: CookieRequest,
    @Query('cus_id') cus_id = '',
    @Query('pass') pass = '',
  ): Promise<Envelope<null>> {
    if (cus_id !== '' && !isCustomerId(cus_id)) {
      await this.passwords.reset(cus_id, pass);
      return success(LEGACY_MESSAGES.password_reset, null);
    }
    if (!tenant || cus_id !== String(tenant.customer_id)) return failure(LEGACY_MESSAGES.bare_id);
    try {
      await this.passwords.changeOwnPassword(tenant, pass, readPasswordHeader(request, 'x-current-password'));
      return success(LEGACY_MESSAGES.password_reset, null);
    } catch (error) {
      if (!(error instanceof CurrentPasswordRequiredError)) throw error;
      await this.passwords.mailLinkToCurrentUser(tenant);
      return failure(LEGACY_MESSAGES.password_by_link);
    }
  }

  private async isCurrentPassword(tenant: Tenant, password: string): Promise<boolean> {
    try {
      await this.passwords.requireOwnPassword(tenant, password);
      return true;
    } catch (error) {
      if (error instanceof CurrentPasswordWrongError) return false;
      throw error;
    }
  }
}
