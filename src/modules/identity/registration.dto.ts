import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Matches, MaxLength, Min, Validate, ValidateIf } from 'class-validator';
import { AsciiDigits, IsNotBlank, IsOneLine, IsPlainText, IsWebAddress } from '../../common/rest/field-rules';
import { IsEmailAddress } from '../../common/email-address';
import { ruleError } from '../../common/errors/field-error';

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Clients send a number for form fields with digits only. */
const AsText = () => Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value));

const Required = (label: string, max: number, example: string, rule: Function = IsOneLine): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', maxLength: max, example }),
    AsText(),
    IsString(ruleError('required', `${label} is required.`)),
    Validate(IsNotBlank, ruleError('required', `${label} is required.`)),
    MaxLength(max, ruleError('too_long', `${label} may have at most ${max} characters.`, { count: max })),
    Validate(rule),
  );

const Optional = (label: string, max: number, rule: Function = IsOneLine): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', maxLength: max, required: false, nullable: true }),
    AsText(),
    ValidateIf((_, value) => hasValue(value)),
    IsString(ruleError('text', `${label}: enter text.`)),
    MaxLength(max, ruleError('too_long', `${label} may have at most ${max} characters.`, { count: max })),
    Validate(rule),
  );

const OptionalEmail = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'email', maxLength: 254, required: false, nullable: true }),
    ValidateIf((_, value) => hasValue(value)),
    IsEmailAddress(),
  );

/**
 * Registration form with the texts of the specification (docs/specification.md). Only the first error of a field is
 * reported; decorators run from bottom to top, so "is required" is the last one.
 */
export class RegistrationForm {
  @Required('Customer Name', 200, 'Nordwerk Metallbau')
  customer_name: string;

  @Required('Primary Contact Person', 200, 'Ines Brandt')
  primary_contact_person: string;

  @Matches(/^\d{10}$/, ruleError('digits', 'Mobile One must be a valid 10-digit number.', { count: 10 }))
  @Required('Mobile One', 40, '9845012345')
  @AsciiDigits()
  mobile_one: string;

  @IsEmailAddress()
  @Required('Primary Email', 254, 'office@nordwerk.example.org')
  email_primary: string;

  @Required('Billing Address', 1000, 'Werftstrasse 4, 20457 Hamburg', IsPlainText)
  billing_address: string;

  @Required('User Name', 254, 'nordwerk')
  c_user_name: string;

  @ApiProperty({ type: 'string', minLength: 12, maxLength: 256, example: 'three-herons-over-the-dock' })
  @MaxLength(512, ruleError('too_long', 'Please use at most 256 characters.', { count: 256 }))
  @Matches(/^[^]/, ruleError('required', 'Password is required.'))
  @IsString(ruleError('required', 'Password is required.'))
  c_password: string;

  @ApiProperty({ type: 'integer', example: 1 })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  )
  @AsciiDigits()
  @Min(1, ruleError('package_not_offered', 'Please Select Subscription Package!'))
  @IsInt(ruleError('package_not_offered', 'Please Select Subscription Package!'))
  subscription_id: number;

  @Optional('Secondary Contact Person', 200)
  secondary_contact_person?: string | null;

  @Optional('Mobile Two', 20)
  @AsciiDigits()
  mobile_two?: string | null;

  @Optional('GST No', 40)
  gst_no?: string | null;

  @Validate(IsWebAddress, [255])
  @Optional('Website', 255)
  website?: string | null;

  @Optional('Gender', 24)
  gender?: string | null;

  @OptionalEmail()
  email_one?: string | null;

  @OptionalEmail()
  email_two?: string | null;

  @Optional('Contact Address', 1000, IsPlainText)
  contact_address?: string | null;

  @Optional('Time Zone', 64)
  time_zone?: string | null;
}

/** Body of `/api/auth/register`, with the ticket. */
export class RegistrationBody extends RegistrationForm {
  @ApiProperty({ description: 'From email-challenges/verify.', example: 'tK3…' })
  @MaxLength(200, ruleError('begin_again', 'Please verify your email address first.'))
  @IsString(ruleError('begin_again', 'Please verify your email address first.'))
  registration_token: string;
}
