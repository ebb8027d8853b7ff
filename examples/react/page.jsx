import { answersOf, usePlan } from "candor/react";
import { sentences } from "candor/sentences";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useForm } from "react-hook-form";

function Survey() {
  const { plan, questions, error } = usePlan("./plan.json", { maxRecordEpsilon: 4 });
  const { register, handleSubmit, setError, reset, formState } = useForm();
  const [received, setReceived] = useState(false);

  // A browser may show a page that is gone back to as it was left.
  useEffect(() => {
    const forget = () => reset();
    addEventListener("pagehide", forget);
    return () => removeEventListener("pagehide", forget);
  }, [reset]);

  const send = handleSubmit(async (values) => {
    try {
      await plan.submit(answersOf(questions, values), { endpoint: "./reports" });
      reset();
      setReceived(true);
    } catch (failure) {
      setError(failure.attribute ?? "root", { message: failure.message });
    }
  });

  if (error) return <p role="alert">This survey is not the one that was promised: {error.code}</p>;
  if (!plan) return <p role="status">Checking the survey's promises …</p>;
  if (received) return <p role="status">Thank you. What was sent is not what you answered.</p>;
  return (
    <form onSubmit={send} autoComplete="off">
      {questions.map((question) => (
        <p key={question.name}>
          <label>
            {question.question}{" "}
            {question.bins ? (
              <input inputMode="numeric" {...register(question.name)} />
            ) : (
              <select {...register(question.name)}>
                <option value="" />
                {question.categories.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </label>{" "}
          <span role="alert">{formState.errors[question.name]?.message}</span>
        </p>
      ))}
      <button disabled={formState.isSubmitting}>Send privately</button>
      <p role="alert">{formState.errors.root?.message}</p>
      <p>{sentences(plan, "en").record}</p>
    </form>
  );
}

createRoot(document.getElementById("survey")).render(<Survey />);
