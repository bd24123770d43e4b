import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { reminderSentAnswer } from '../contract/account-answers';
import { answerDto } from '../platform/definitions/dto';
import { NumberParam } from '../platform/definitions/id-param';
import { Allow, CurrentTenant, PlatformWrites } from '../tenancy/access';
import type { Tenant } from '../tenancy/tenant';
import { LoginReminders } from './login-reminders.service';

class ReminderSentDto extends answerDto(reminderSentAnswer) {}

@ApiTags('Customers')
@Controller('api/customers')
export class LoginRemindersController {
  constructor(private readonly reminders: LoginReminders) {}

  @Post(':id/resend-login')
  @HttpCode(200)
  @Allow('platform')
  @PlatformWrites()
  @ApiOperation({ summary: 'Send the user name and a reset link to the account that registered' })
  @ApiOkResponse({ type: ReminderSentDto })
  resendLogin(@CurrentTenant() tenant: Tenant, @NumberParam() id: number) {
    return this.reminders.send(tenant, id);
  }
}
