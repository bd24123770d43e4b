import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import { EmailChallengesService } from '../modules/identity/email-challenges.service';
import {
  CHALLENGE_COOKIE,
  TICKET_COOKIE,
  registrationCookie,
  type CookieAnswer,
  type CookieRequest,
} from '../modules/identity/cookies';
import { PasswordChangesService } from '../modules/identity/password-changes.service';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { CustomersService } from '../modules/customers/customers.service';
import { Config } from '../infrastructure/config/config';
import { RefusalsAre200 } from '../common/errors/refusals-are-200';
import { PackagesService } from '../modules/subscriptions/packages.service';
import { PlanUsageService } from '../modules/subscriptions/plan-usage.service';
import { SubscriptionsService } from '../modules/subscriptions/subscriptions.service';
import { Allow, CurrentTenant, RequireApiKeyScope, MaybeTenant, Public } from '../tenancy/access.decorators';
import type { Tenant } from '../tenancy/tenant';
import { success, type Envelope, type Reply } from './envelope';
import { ChangesState, LegacyController } from './legacy.decorators';
import { LegacyListService } from './legacy-list.service';
import { parseEmail, readSecret } from './legacy-parameters';

@LegacyController('Common')
export class CommonController {
  constructor(
    private readonly customersService: CustomersService,
    private readonly packagesService: PackagesService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly usage: PlanUsageService,
    private readonly emailChallengesService: EmailChallengesService,
    private readonly passwords: PasswordChangesService,
    private readonly lists: LegacyListService,
    private readonly config: Config,
  ) {}

  /** The session guard checks `customer_id`. */
  @Get('get_available_count/:customer_id')
  @Allow('platform', 'admin', 'user', 'api_key')
  @RequireApiKeyScope('subscription:read')
  @ApiParam({ name: 'customer_id', type: 'integer', example: 1001 })
  @ApiOperation({ summary: 'Staff and trainings, used and allowed' })
  async availableCount(@CurrentTenant() tenant: Tenant) {
    return success(LEGACY_MESSAGES.list, await this.usage.read(tenant));
  }

  @Get('get_subscription_list')
  @Public('shown on the registration form')
  @ApiOperation({
    summary: 'The offered packages',
    description: '`subscription_price` is in whole minor units of `currency`: 4900 with EUR are 49.00 euros.',
  })
  async subscriptionList() {
    return success(LEGACY_MESSAGES.list, await this.packagesService.offered());
  }

  @Get('get_registered_customer_list')
  @Allow('platform', 'admin')
  @ApiOperation({ summary: 'Registered organisations; an admin sees its own' })
  registeredCustomers(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) reply: Reply) {
    return this.lists.respond(tenant, reply, this.customersService.listForLegacyApi(tenant));
  }

  @Get('get_subscribers_list')
  @Allow('platform', 'admin')
  @ApiOperation({ summary: 'Current subscriptions; an admin sees its own' })
  subscribersList(@CurrentTenant() tenant: Tenant, @Res({ passthrough: true }) reply: Reply) {
    return this.lists.respond(tenant, reply, this.subscriptionsService.listCurrentForLegacyApi(tenant));
  }

  @Get('get_subscription_details')
  @Allow('platform', 'admin', 'user', 'api_key')
  @RequireApiKeyScope('subscription:read')
  @ApiQuery({ name: 'customer_id', type: 'integer', required: false, example: 1001 })
  @ApiOperation({ summary: 'The subscription in force' })
  async subscriptionDetails(@CurrentTenant() tenant: Tenant) {
    return success(LEGACY_MESSAGES.list, await this.subscriptionsService.current(tenant));
  }

  /** `status` 1 means registered; `Status` is true in both cases. */
  @Get('check_email')
  @RefusalsAre200()
  @Public('asked while registering; throttled', { optionalSession: true })
  @ApiQuery({ name: 'email', example: 'office@nordwerk.example.org' })
  @ApiOperation({ summary: 'Whether an email is registered: status 1 means registered' })
  async checkEmail(@MaybeTenant() tenant: Tenant | undefined, @Query('email') email?: string): Promise<Envelope<null>> {
    const isTaken = await this.emailChallengesService.isTakenThrottled(parseEmail(email), tenant?.customer_id ?? null);
    return {
      Status: true,
      status: isTaken ? 1 : 0,
      message: isTaken ? LEGACY_MESSAGES.email_taken : LEGACY_MESSAGES.email_free,
      data: null,
    };
  }

  @Get('send_otp')
  @ChangesState()
  @RefusalsAre200()
  @Public('asked while registering; throttled')
  @ApiQuery({ name: 'to_email', example: 'office@nordwerk.example.org' })
  @ApiOperation({ summary: 'Send a verification code by email' })
  async sendOtp(
    @Req() request: CookieRequest,
    @Res({ passthrough: true }) answer: CookieAnswer,
    @Query('to_email') to_email?: string,
  ) {
    const sent = await this.emailChallengesService.send(
      parseEmail(to_email),
      readSecret(request, 'x-challenge', CHALLENGE_COOKIE),
    );
    answer.setCookie(CHALLENGE_COOKIE, sent.challenge, registrationCookie(this.config));
    return success(LEGACY_MESSAGES.otp_sent, sent);
  }

  /** `status` 1 means success. */
  @Get('verify_otp')
  @ChangesState()
  @RefusalsAre200()
  @Public('the code is the secret; throttled')
  @ApiQuery({ name: 'otp', example: '4711' })
  @ApiOperation({ summary: 'Turn a code into a registration ticket: status 1 means success' })
  async verifyOtp(
    @Req() request: CookieRequest,
    @Res({ passthrough: true }) answer: CookieAnswer,
    @Query('otp') otp?: string,
  ) {
    const challenge = readSecret(request, 'x-challenge', CHALLENGE_COOKIE);
    const registration_token = await this.emailChallengesService.verify((otp ?? '').trim(), challenge);
    answer.setCookie(TICKET_COOKIE, registration_token, registrationCookie(this.config));
    answer.clearCookie(CHALLENGE_COOKIE, registrationCookie(this.config));
    return success(LEGACY_MESSAGES.otp_right, { registration_token });
  }

  @Get('send_forgot_email_link')
  @ChangesState()
  @RefusalsAre200()
  @Public('whoever forgot it cannot sign in; same answer for every address')
  @ApiQuery({ name: 'to_email', example: 'office@nordwerk.example.org' })
  @ApiOperation({ summary: 'Send a reset link by email' })
  async sendForgotEmailLink(@Query('to_email') to_email?: string): Promise<Envelope<null>> {
    await this.passwords.requestReset(parseEmail(to_email));
    return success(LEGACY_MESSAGES.reset_link_sent, null);
  }

  /** `data` is a one-time handle for `cus_id` of UpdateCustomerPassword, never a customer id. */
  @Get('decryption_code')
  @ChangesState()
  @RefusalsAre200()
  @Public('the mailed token is the secret')
  @ApiQuery({ name: 'enc_string', example: 'vF2…' })
  @ApiOperation({ summary: 'Turn the mailed token into a handle; does not spend the link' })
  async decryptionCode(@Query('enc_string') enc_string?: string): Promise<Envelope<string>> {
    return success(LEGACY_MESSAGES.link_good, (await this.passwords.checkLink((enc_string ?? '').trim())).handle);
  }
}
