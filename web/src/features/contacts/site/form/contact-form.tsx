import {
  CONTACT_INPUT_COMPANY,
  CONTACT_INPUT_EMAIL,
  CONTACT_INPUT_NAME,
  CONTACT_INPUT_PHONE,
} from "@/api/limits";
import type {
  ContactForm as FormState,
  ContactFormText,
  ContactToday,
  LayoutCompany,
  LayoutLabels,
  Link,
} from "@/api/types";
import { ChannelLinks, reasonText } from "@/features/contacts/site/channel-links";
import { FilesField } from "@/features/contacts/site/files/files-field";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { controlProps, Field, SelectBox, TextField } from "@/ui/field";
import { Trap } from "@/ui/trap";
import type { FieldErrors } from "./contact-values";
import { useContactForm } from "./use-contact-form";

interface ContactFormProps {
  text: ContactFormText;
  form: FormState;
  today: ContactToday;
  company: LayoutCompany;
  labels: LayoutLabels;
  /** The link to the privacy policy. */
  privacy: Link | undefined;
}

/** Less than `CONTACT_INPUT_MESSAGE`, so that the line with the service fits before the message. */
const MAX_MESSAGE = 5000;

const TEXT_FIELDS = [
  { name: "name", type: "text", autoComplete: "name", maxLength: CONTACT_INPUT_NAME },
  { name: "company", type: "text", autoComplete: "organization", maxLength: CONTACT_INPUT_COMPANY },
  { name: "email", type: "email", autoComplete: "email", maxLength: CONTACT_INPUT_EMAIL },
  { name: "phone", type: "tel", autoComplete: "tel", maxLength: CONTACT_INPUT_PHONE },
] as const;

export function ContactForm({ text, form, today, company, labels, privacy }: ContactFormProps) {
  const state = useContactForm({ text, form, labels });
  const { ref, errors, message, busy, service, files, sent, unsent, onNewMessage, onInput, onSubmit } = state;
  const { onRemoveFile } = state;
  const { idempotency_key } = form.values;
  return (
    <>
      {sent && (
        <sent.SentMessage
          text={text}
          company={company}
          sent={sent.contact}
          unsentFiles={sent.unsentFiles}
          onNewMessage={onNewMessage}
        />
      )}
      <form
        ref={ref}
        hidden={sent !== null}
        method="post"
        action={paths.contactForm}
        encType="multipart/form-data"
        noValidate
        aria-labelledby="orcamento-titulo"
        aria-busy={busy !== null}
        onInput={onInput}
        onSubmit={onSubmit}
        className="relative mt-9 grid gap-x-6 gap-y-6 sm:grid-cols-2"
      >
        <p
          role="alert"
          hidden={!message}
          className="bg-danger-soft text-danger rounded-md px-4 py-3 font-semibold sm:col-span-2"
        >
          {message}
        </p>
        <Fields text={text} values={form.values} errors={errors} />
        <Trap id="website" label={text.trap} />
        {idempotency_key ? <input type="hidden" name="idempotency_key" value={idempotency_key} /> : null}
        {/* After all other fields, so that they have arrived if the upload of a file breaks off. */}
        <FilesField text={text.files} optional={text.optional} isLost={form.had_files && !files}>
          {files && <files.ChosenFiles text={text.files} files={files.list} onRemove={onRemoveFile} />}
        </FilesField>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:col-span-2">
          <button
            type="submit"
            aria-disabled={busy !== null}
            className={button({ className: "max-sm:w-full sm:min-w-48" })}
          >
            {busy ?? text.submit}
          </button>
          <div>
            <p className="font-semibold">{today.service_deadlines[service] ?? today.deadline}</p>
            {text.promises_met ? <p className="text-muted text-sm">{text.promises_met}</p> : null}
          </div>
        </div>
        {unsent && <Failure text={text} company={company} {...unsent} />}
        <Privacy text={text.privacy} link={privacy} />
      </form>
    </>
  );
}

interface FieldsProps {
  text: ContactFormText;
  values: FormState["values"];
  errors: FieldErrors;
}

function Fields({ text, values, errors }: FieldsProps) {
  return (
    <>
      {TEXT_FIELDS.map(({ name, ...input }) => (
        <TextField
          key={name}
          id={name}
          name={name}
          label={text[name]}
          error={errors[name]}
          // Undefined, because React would set an empty value again after the script has filled in the account.
          defaultValue={values[name] || undefined}
          required
          {...input}
        />
      ))}
      <Field
        id="service"
        label={text.service}
        note={text.optional}
        error={errors.service}
        className="sm:col-span-2"
      >
        <SelectBox>
          <select
            name="service"
            defaultValue={values.service}
            {...controlProps("service", errors.service, false, "h-12 appearance-none pr-11")}
          >
            <option value="">{text.service_empty}</option>
            {text.service_options.map((option, index) => (
              <option key={index}>{option}</option>
            ))}
          </select>
        </SelectBox>
      </Field>
      <Field
        id="message"
        label={text.message}
        hint={text.message_hint}
        error={errors.message}
        className="sm:col-span-2"
      >
        <textarea
          name="message"
          rows={5}
          maxLength={MAX_MESSAGE}
          required
          defaultValue={values.message}
          {...controlProps("message", errors.message, true, "py-3 leading-normal")}
        />
      </Field>
    </>
  );
}

interface FailureProps {
  text: ContactFormText;
  company: LayoutCompany;
  reason: string;
  /** The message that wasn't sent. */
  message: string;
}

function Failure({ text, company, reason, message }: FailureProps) {
  return (
    <div role="alert" className="border-danger bg-danger-soft rounded-lg border px-5 py-4 sm:col-span-2">
      <p className="text-danger font-semibold">{text.failed_title}</p>
      <p className="mt-1 text-pretty">{reasonText(reason, text.after, company)}</p>
      <ChannelLinks text={text.after} company={company} message={message} mail />
    </div>
  );
}

function Privacy({ text, link }: { text: string; link: Link | undefined }) {
  return (
    <p className="text-muted text-sm sm:col-span-2">
      {text}{" "}
      {link && (
        <a href={link.url} className="hover:text-ink underline underline-offset-4">
          {link.label}
        </a>
      )}
    </p>
  );
}
