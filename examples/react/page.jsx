import { answersOf, applicable, asked, choiceValue, usePlan, useReport } from "candor/react";
import { sentences } from "candor/sentences";
import { createRoot } from "react-dom/client";
import { get, useForm } from "react-hook-form";

function Survey() {
  const { plan, questions, offered, error } = usePlan("./plan.json", { maxRecordEpsilon: 4 });
  // A question that is no longer asked forgets its answer.
  const { register, handleSubmit, setError, reset, formState, watch } = useForm({ shouldUnregister: true });
  const report = useReport(plan, { endpoint: "./reports", forget: reset });

  const send = handleSubmit(async (values) => {
    try {
      await report.send(answersOf(applicable(plan, questions, values), values));
    } catch (failure) {
      setError(failure.attribute ?? "root", { message: failure.message });
    }
  });

  if (error) return <p role="alert">This survey is not the one that was promised: {error.code}</p>;
  if (!plan) return <p role="status">Checking the survey's promises …</p>;
  if (report.stage === "sending") return <p role="status">Your report is on its way.</p>;
  if (report.stage === "kept")
    return (
      <p role="status">
        Your report is kept on this device and is sent later: {report.error.message}{" "}
        <button type="button" onClick={report.resend}>
          Send again
        </button>
      </p>
    );
  if (report.stage === "received") return <p role="status">Thank you. What was sent is not what you answered.</p>;
  return (
    <form {...report.fields} onSubmit={send}>
      {asked(applicable(plan, questions, watch())).map((group) => (
        <Question key={group[0].name} group={group} offered={offered} register={register} errors={formState.errors} />
      ))}
      <button disabled={formState.isSubmitting}>Send privately</button>
      <p role="alert">{formState.errors.root?.message}</p>
      <p>{sentences(plan, "en").record}</p>
    </form>
  );
}

/** What is asked at once: boxes for choices, rows one below the other, or one field. */
function Question({ group, offered, register, errors }) {
  const [{ compound }] = group;
  if (compound?.kind !== "choices") {
    const fields = group.map((question) => (
      <Field key={question.name} question={question} offered={offered} register={register} error={get(errors, question.name)} />
    ));
    return compound ? <fieldset><legend>{compound.question}</legend>{fields}</fieldset> : fields;
  }
  return (
    <fieldset>
      <legend>{compound.question}</legend>
      {group.map((choice) => (
        <label key={choice.name}>
          <input type="checkbox" value={choiceValue(choice)} {...register(compound.name)} /> {choice.question}{" "}
        </label>
      ))}
      <span role="alert">{errors[compound.name]?.message}</span>
    </fieldset>
  );
}

function Field({ question, offered, register, error }) {
  return (
    <p>
      <label>
        {question.question}{" "}
        {question.bins ? (
          <input inputMode="numeric" {...register(question.name)} />
        ) : (
          <select {...register(question.name)}>
            <option value="" />
            {offered(question).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </label>{" "}
      <span role="alert">{error?.message}</span>
    </p>
  );
}

createRoot(document.getElementById("survey")).render(<Survey />);
