import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import type { CookieRequest } from '../modules/identity/cookies';
import { RegistrationService } from '../modules/identity/registration.service';
import { LEGACY_MESSAGES } from '../contract/legacy-messages';
import { RefusalsAre200 } from '../common/errors/refusals-are-200';
import { MaybeTenant, Public } from '../tenancy/access.decorators';
import type { Tenant } from '../tenancy/tenant';
import { success } from './envelope';
import { LegacyController } from './legacy.decorators';
import { parseOptionalNumber, readTicketProof } from './legacy-parameters';

/** The client posts its whole form: other fields are ignored, and a value that is not a number counts as absent. */
class SubscriberForm {
  @ApiProperty({ type: 'integer', required: false, example: 1001 })
  @IsOptional()
  customer_id?: unknown;
}

/** Spelt as in the specification. */
@LegacyController('SubsriberMaster')
export class SubscriberMasterController {
  constructor(private readonly registration: RegistrationService) {}

  @Post('SaveSubscriber')
  @HttpCode(200)
  @RefusalsAre200()
  @Public('the registration ticket is the secret; or platform staff', { optionalSession: true })
  @ApiOperation({ summary: 'Confirm the trial of a new organisation; other fields are passed over' })
  async saveSubscriber(
    @MaybeTenant() tenant: Tenant | undefined,
    @Req() request: CookieRequest,
    @Body() { customer_id }: SubscriberForm,
  ) {
    const subscriber = await this.registration.confirmSubscriber(
      readTicketProof(request),
      parseOptionalNumber(customer_id),
      tenant,
    );
    return success(LEGACY_MESSAGES.subscriber_saved, subscriber);
  }
}
