import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import {
  authenticatorSetupSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  securitySettingsSchema,
} from '../../contract/account.responses';
import { answerDto } from '../../common/rest/dto';
import { ruleError } from '../../common/errors/field-error';

const CODE_REQUIRED = 'Enter the 6 digits of your authenticator app, or a recovery code.';

export class OwnerProofBody {
  @ApiProperty({
    required: false,
    description: 'Required when the sign-in is older than 10 minutes, and always with a second factor.',
  })
  @IsOptional()
  @MaxLength(512, ruleError('too_long', 'At most 256 characters.', { count: 256 }))
  @IsString(ruleError('required', 'Enter your current password.'))
  current_password?: string;

  @ApiProperty({
    required: false,
    description: 'Required with a second factor: 6 digits, or a recovery code.',
  })
  @IsOptional()
  @MaxLength(40, ruleError('code_needed', CODE_REQUIRED))
  @IsString(ruleError('code_needed', CODE_REQUIRED))
  code?: string;
}

export class FirstCodeBody {
  @ApiProperty({ description: 'The code shown by the app.', example: '282760' })
  @MaxLength(40, ruleError('code_needed', CODE_REQUIRED))
  @MinLength(1, ruleError('code_needed', CODE_REQUIRED))
  @IsString(ruleError('code_needed', CODE_REQUIRED))
  code: string;
}

export class SecuritySettingsBody {
  @ApiProperty({ description: 'Whether every account of the organisation needs a second factor.', example: false })
  @IsBoolean(ruleError('flag', 'Send true or false.'))
  require_second_factor: boolean;
}

export class SecondFactorDto extends answerDto(secondFactorSchema) {}
export class EnrolmentDto extends answerDto(authenticatorSetupSchema) {}
export class RecoveryCodesDto extends answerDto(recoveryCodesSchema) {}
export class SecuritySettingsDto extends answerDto(securitySettingsSchema) {}
