import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, IsString, MaxLength, MinLength, Validate, ValidateNested } from 'class-validator';
import {
  availabilitySchema,
  passwordLinkSchema,
  emailChallengeSchema,
  identitySchema,
  meSchema,
  messageSchema,
  signInChangePreviewSchema,
  pendingSignInChangeSchema,
  registrationSchema,
  signInNamesSchema,
  THEMES,
  type Theme,
  registrationTicketSchema,
} from '../../contract/account.responses';
import { LANGUAGE_CODES, type Language } from '../../contract/languages';
import { answerDto } from '../../common/rest/dto';
import { IsNotNull, IsOneLine } from '../../common/rest/field-rules';
import { IsEmailAddress } from '../../common/email-address';
import { ruleError } from '../../common/errors/field-error';
import { LayoutBody } from './layout.dto';

export class LoginBody {
  @ApiProperty({ description: 'User name or email.', example: 'nordwerk' })
  @MaxLength(254, ruleError('too_long', 'At most 254 characters.', { count: 254 }))
  @MinLength(1, ruleError('required', 'Enter your user name or email.'))
  @IsString(ruleError('required', 'Enter your user name or email.'))
  user_name: string;

  @ApiProperty({ example: 'three-herons-over-the-dock' })
  @MaxLength(512, ruleError('too_long', 'At most 256 characters.', { count: 256 }))
  @MinLength(1, ruleError('required', 'Enter your password.'))
  @IsString(ruleError('required', 'Enter your password.'))
  password: string;

  @ApiProperty({
    required: false,
    description: 'Code of the second factor, if the account has one: 6 digits, or a recovery code.',
  })
  @IsOptional()
  @MaxLength(40, ruleError('code_needed', 'Enter the 6 digits, or a recovery code.'))
  @IsString(ruleError('code_needed', 'Enter the 6 digits, or a recovery code.'))
  code?: string;
}

export class EmailBody {
  @ApiProperty({ format: 'email', example: 'office@nordwerk.example.org' })
  @IsEmailAddress()
  email: string;
}

const RegistrationField = (max: number): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ required: false, nullable: true, maxLength: max, description: 'As it will be registered.' }),
    IsOptional(),
    MaxLength(max, ruleError('too_long', `At most ${max} characters.`, { count: max })),
    IsString(ruleError('text', 'Enter text.')),
  );

/** Includes the registration fields that the password is compared with. */
export class CodeBody extends EmailBody {
  @RegistrationField(512)
  c_password?: string | null;

  @RegistrationField(254)
  c_user_name?: string | null;

  @RegistrationField(200)
  customer_name?: string | null;

  @RegistrationField(200)
  primary_contact_person?: string | null;
}

export class VerifyBody {
  @ApiProperty({ example: '3f0f8f9e-0a52-4b6e-8f9b-6f5f0a2f4d11' })
  @MaxLength(64, ruleError('begin_again', 'Request a code first.'))
  @IsString(ruleError('begin_again', 'Request a code first.'))
  challenge: string;

  @ApiProperty({ example: '4711' })
  @MaxLength(12, ruleError('otp_wrong', 'Enter the code from the email.'))
  @IsString(ruleError('otp_wrong', 'Enter the code from the email.'))
  otp: string;
}

export class LinkBody {
  @ApiProperty({ description: 'From the emailed link.', example: 'vF2…' })
  @MaxLength(200, ruleError('link_incomplete', 'The link is incomplete.'))
  @IsString(ruleError('link_incomplete', 'The link is incomplete.'))
  token: string;
}

export class ResetBody {
  @ApiProperty({ description: 'From password-reset/check; valid for 10 minutes.', example: 'AZk…' })
  @MaxLength(200, ruleError('link_incomplete', 'Open the link in the email again.'))
  @IsString(ruleError('link_incomplete', 'Open the link in the email again.'))
  handle: string;

  @ApiProperty({ minLength: 12, maxLength: 256, example: 'three-herons-over-the-dock' })
  @MaxLength(512, ruleError('too_long', 'Please use at most 256 characters.', { count: 256 }))
  @IsString(ruleError('required', 'Password is required.'))
  password: string;
}

export class PasswordBody {
  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'The organisation stored by the browser; any other than that of the session is not found.',
  })
  // The guard compares it with the session (auth/session.guard.ts).
  @IsOptional()
  customer_id?: number;

  @ApiProperty({ minLength: 12, maxLength: 256, example: 'three-herons-over-the-dock' })
  @MaxLength(512, ruleError('too_long', 'Please use at most 256 characters.', { count: 256 }))
  @IsString(ruleError('required', 'Password is required.'))
  password: string;

  @ApiProperty({ required: false, description: 'Required when the sign-in is older than 10 minutes.' })
  @IsOptional()
  @MaxLength(512, ruleError('too_long', 'At most 256 characters.', { count: 256 }))
  @IsString(ruleError('required', 'Enter your current password.'))
  current_password?: string;
}

export class NamesBody {
  @ApiProperty({ format: 'email', required: false, example: 'ines.brandt@nordwerk.example.org' })
  @IsOptional()
  @IsEmailAddress()
  email?: string;

  @ApiProperty({ maxLength: 254, required: false, description: 'With an @ only if it is the email.' })
  @IsOptional()
  @Validate(IsOneLine)
  @MaxLength(254, ruleError('too_long', 'At most 254 characters.', { count: 254 }))
  @IsString(ruleError('required', 'Enter a user name.'))
  user_name?: string;

  @ApiProperty({ required: false, description: 'Required when the sign-in is older than 10 minutes.' })
  @IsOptional()
  @MaxLength(512, ruleError('too_long', 'At most 256 characters.', { count: 256 }))
  @IsString(ruleError('required', 'Enter your current password.'))
  current_password?: string;
}

export class PreferencesBody {
  @ApiProperty({ enum: LANGUAGE_CODES, required: false, example: 'de' })
  @IsNotNull()
  @IsIn(
    LANGUAGE_CODES,
    ruleError('choice', `Choose one of: ${LANGUAGE_CODES.join(', ')}.`, { choices: LANGUAGE_CODES }),
  )
  locale?: Language;

  @ApiProperty({ enum: THEMES, required: false, example: 'dark' })
  @IsNotNull()
  @IsIn([...THEMES], ruleError('choice', `Choose one of: ${THEMES.join(', ')}.`, { choices: [...THEMES] }))
  theme?: Theme;

  @ApiProperty({
    type: () => LayoutBody,
    required: false,
    description: 'Complete object; omitted options get their defaults.',
  })
  @IsNotNull()
  @IsObject(ruleError('object', 'Send an object of options.'))
  @ValidateNested(ruleError('object', null))
  @Type(() => LayoutBody)
  layout?: LayoutBody;
}

export class IdentityDto extends answerDto(identitySchema) {}
export class PendingNamesDto extends answerDto(pendingSignInChangeSchema) {}
export class MeDto extends answerDto(meSchema) {}
export class AvailabilityDto extends answerDto(availabilitySchema) {}
export class CodeSentDto extends answerDto(emailChallengeSchema) {}
export class TicketDto extends answerDto(registrationTicketSchema) {}
export class RegisteredDto extends answerDto(registrationSchema) {}
export class MessageDto extends answerDto(messageSchema) {}
export class CheckedLinkDto extends answerDto(passwordLinkSchema) {}
export class NamesToConfirmDto extends answerDto(signInChangePreviewSchema) {}
export class ConfirmedNamesDto extends answerDto(signInNamesSchema) {}
