import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength, MinLength, Validate } from 'class-validator';
import { IsNotNull, IsOneLine } from '../platform/definitions/field-rules';
import { IsEmailAddress } from '../platform/email-address';

export const LOCALES = ['en', 'es', 'de', 'it', 'ru', 'zh', 'fr', 'ar'] as const;
export const THEMES = ['light', 'dark', 'system'] as const;

export class LoginBody {
  @ApiProperty({ description: 'User name or e-mail.', example: 'nordwerk' })
  @MaxLength(254, { message: 'At most 254 characters.' })
  @MinLength(1, { message: 'Enter your user name or e-mail.' })
  @IsString({ message: 'Enter your user name or e-mail.' })
  user_name: string;

  @ApiProperty({ example: 'three-herons-over-the-dock' })
  @MaxLength(512, { message: 'At most 256 characters.' })
  @MinLength(1, { message: 'Enter your password.' })
  @IsString({ message: 'Enter your password.' })
  password: string;

  @ApiProperty({
    required: false,
    description: 'Of the second factor, where the account has one: 6 digits, or a recovery code.',
  })
  @IsOptional()
  @MaxLength(40, { message: 'Enter the 6 digits, or a recovery code.' })
  @IsString({ message: 'Enter the 6 digits, or a recovery code.' })
  code?: string;
}

export class EmailBody {
  @ApiProperty({ format: 'email', example: 'office@nordwerk.example.org' })
  @IsEmailAddress()
  email: string;
}

export class VerifyBody {
  @ApiProperty({ example: '3f0f8f9e-0a52-4b6e-8f9b-6f5f0a2f4d11' })
  @MaxLength(64, { message: 'Ask for a code first.' })
  @IsString({ message: 'Ask for a code first.' })
  challenge: string;

  @ApiProperty({ example: '4711' })
  @MaxLength(12, { message: 'Enter the code of the mail.' })
  @IsString({ message: 'Enter the code of the mail.' })
  otp: string;
}

export class LinkBody {
  @ApiProperty({ description: 'From the mailed link.', example: 'vF2…' })
  @MaxLength(200, { message: 'The link is incomplete.' })
  @IsString({ message: 'The link is incomplete.' })
  token: string;
}

export class ResetBody {
  @ApiProperty({ description: 'From password-reset/check; good for 10 minutes.', example: 'AZk…' })
  @MaxLength(200, { message: 'Open the link of the mail again.' })
  @IsString({ message: 'Open the link of the mail again.' })
  handle: string;

  @ApiProperty({ minLength: 12, maxLength: 256, example: 'three-herons-over-the-dock' })
  @MaxLength(512, { message: 'Please use at most 256 characters.' })
  @IsString({ message: 'Password is required.' })
  password: string;
}

export class PasswordBody {
  @ApiProperty({ minLength: 12, maxLength: 256, example: 'three-herons-over-the-dock' })
  @MaxLength(512, { message: 'Please use at most 256 characters.' })
  @IsString({ message: 'Password is required.' })
  password: string;

  @ApiProperty({ required: false, description: 'Needed when the sign-in is older than 10 minutes.' })
  @IsOptional()
  @MaxLength(512, { message: 'At most 256 characters.' })
  @IsString({ message: 'Enter your current password.' })
  current_password?: string;
}

export class NamesBody {
  @ApiProperty({ format: 'email', required: false, example: 'ines.brandt@nordwerk.example.org' })
  @IsOptional()
  @IsEmailAddress()
  email?: string;

  @ApiProperty({ maxLength: 254, required: false, description: 'With an @ only if it is the e-mail.' })
  @IsOptional()
  @Validate(IsOneLine)
  @MaxLength(254, { message: 'At most 254 characters.' })
  @IsString({ message: 'Enter a user name.' })
  user_name?: string;

  @ApiProperty({ required: false, description: 'Needed when the sign-in is older than 10 minutes.' })
  @IsOptional()
  @MaxLength(512, { message: 'At most 256 characters.' })
  @IsString({ message: 'Enter your current password.' })
  current_password?: string;
}

export class PreferencesBody {
  @ApiProperty({ enum: LOCALES, required: false, example: 'de' })
  @IsNotNull()
  @IsIn([...LOCALES], { message: `Choose one of: ${LOCALES.join(', ')}.` })
  locale?: string;

  @ApiProperty({ enum: THEMES, required: false, example: 'dark' })
  @IsNotNull()
  @IsIn([...THEMES], { message: `Choose one of: ${THEMES.join(', ')}.` })
  theme?: string;
}

class IdentityFactsDto {
  @ApiProperty({ description: 'Send it with every call.', example: 'P-0017' })
  eid: string;

  @ApiProperty({ description: 'Send it with every call.', example: '1001' })
  oid: string;

  @ApiProperty({ type: 'integer', example: 1001 })
  customer_id: number;

  @ApiProperty({ example: 'Nordwerk Metallbau' })
  customer_name: string;

  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  staff_id: string | null;

  @ApiProperty({ example: 'Ines' })
  first_name: string;

  @ApiProperty({ example: 'Brandt' })
  last_name: string;

  @ApiProperty({ type: 'integer', enum: [0, 1], description: '0 is Admin.', example: 0 })
  role: 0 | 1;

  @ApiProperty({ enum: ['customer', 'platform'], example: 'customer' })
  kind: 'customer' | 'platform';

  @ApiProperty({ example: 'nordwerk' })
  user_name: string;

  @ApiProperty({ example: 'office@nordwerk.example.org' })
  email: string;

  @ApiProperty({
    description: 'The organisation requires a second factor and this session lacks one: it may only set one up.',
    example: false,
  })
  second_factor_required: boolean;
}

export class IdentityDto extends IdentityFactsDto {
  @ApiProperty({ example: 'eyJ…' })
  token: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:15:00.000Z' })
  expires_at: string;
}

class StandingDto {
  @ApiProperty({ enum: ['trial', 'active', 'expiring', 'grace', 'expired', 'suspended'], example: 'trial' })
  status: string;

  @ApiProperty({ format: 'date', example: '2026-03-31' })
  expires_on: string;
}

export class PendingNamesDto {
  @ApiProperty({ type: 'string', nullable: true, description: 'null: stays.', example: 'ines@nordwerk.example.org' })
  email: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'null: stays.', example: null })
  user_name: string | null;

  @ApiProperty({ description: 'The mailbox with the link.', example: 'ines@nordwerk.example.org' })
  sent_to: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-01T09:15:00.000Z' })
  asked_at: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-02T09:15:00.000Z' })
  expires_at: string;
}

export class MeDto extends IdentityFactsDto {
  @ApiProperty({ type: 'integer', example: 42 })
  total_staff: number;

  @ApiProperty({ type: 'integer', example: 50 })
  no_of_staff: number;

  @ApiProperty({ type: 'integer', example: 18 })
  total_training: number;

  @ApiProperty({ type: 'integer', example: 25 })
  no_of_training: number;

  @ApiProperty({ example: 'Europe/Berlin' })
  time_zone: string;

  @ApiProperty({ example: false, description: 'Somebody stands below them: their rows are seen, too.' })
  is_manager: boolean;

  @ApiProperty({ enum: THEMES, example: 'light' })
  theme: string;

  @ApiProperty({ enum: LOCALES, example: 'en' })
  locale: string;

  @ApiProperty({ type: StandingDto, nullable: true })
  subscription: StandingDto | null;

  @ApiProperty({ type: PendingNamesDto, nullable: true })
  sign_in_change: PendingNamesDto | null;
}

export class AvailabilityDto {
  @ApiProperty({ example: true })
  available: boolean;

  @ApiProperty({ example: 'This email address is free.' })
  message: string;
}

export class CodeSentDto {
  @ApiProperty({ example: '3f0f8f9e-0a52-4b6e-8f9b-6f5f0a2f4d11' })
  challenge: string;

  @ApiProperty({ type: 'integer', example: 5000 })
  resend_after_ms: number;

  @ApiProperty({ type: 'integer', enum: [4, 6], example: 4 })
  digits: number;
}

export class TicketDto {
  @ApiProperty({ example: 'tK3…' })
  registration_token: string;
}

export class RegisteredDto {
  @ApiProperty({ type: 'integer', example: 1001 })
  customer_id: number;

  @ApiProperty({ example: 'Customer Details Saved Successfully' })
  message: string;
}

export class MessageDto {
  @ApiProperty({ example: 'A password reset link has been sent to your email.' })
  message: string;
}

export class CheckedLinkDto {
  @ApiProperty({ example: 'AZk…' })
  handle: string;

  @ApiProperty({ enum: ['reset', 'invite'], example: 'reset' })
  purpose: string;

  @ApiProperty({ example: 'nordwerk' })
  user_name: string;
}

class NamesDto {
  @ApiProperty({ example: 'ines@nordwerk.example.org' })
  email: string;

  @ApiProperty({ example: 'nordwerk' })
  user_name: string;
}

export class NamesToConfirmDto {
  @ApiProperty({ example: 'Nordwerk Metallbau' })
  customer_name: string;

  @ApiProperty({ type: NamesDto })
  was: NamesDto;

  @ApiProperty({ type: NamesDto })
  becomes: NamesDto;
}

export class ConfirmedNamesDto extends NamesDto {}
