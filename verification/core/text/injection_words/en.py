"""The word classes of the injection rules in English; what a class is for says `injection_words`."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, str]] = {
    "ignore": (
        "ignore ignoring disregard disregarding forget forgetting bypass override overlook neglect "
        "discard abandon dismiss skip cancel delete erase set_aside pay_no_attention_to do_not_follow "
        "don't_follow do_not_obey don't_obey stop_following stop_obeying"
    ),
    "earlier": "previous previously prior above preceding earlier foregoing",
    "orders": (
        "instruction instructions prompt prompts directions guideline guidelines guidance guardrails orders "
        "programming"
    ),
    "whole": "all any every each your system safety developer user's user the_user's",
    "drop": (
        "ignore ignoring disregard disregarding forget forgetting neglect disobey pay_no_attention_to "
        "do_not_follow don't_follow do_not_obey don't_obey stop_following stop_obeying"
    ),
    "everything": "everything all what anything",
    "before": (
        "above before_this before_now prior_to_this previously so_far until_now up_to_now you_were_told "
        "you_know i_said we_said"
    ),
    "edicts": "instruction instructions prompt rules guidelines orders system_prompt",
    "end_each": "end finish close begin start prefix sign_off conclude",
    "new": "new updated revised",
    "being": "you_are you're you_have you_now pretend act behave respond answer reply imagine operate",
    "without": "no without zero free_of free_from not_bound_by never_bound_by not_subject_to outside_of beyond",
    "limits": (
        "restrictions restraints limits limitations filters filter rules guidelines censorship boundaries "
        "guardrails safeguards constraints ethics morals morality policy policies inhibitions"
    ),
    "model": (
        "ai ais llm llms chatbot chatbots bot bots assistant assistants agent agents gpt chatgpt claude "
        "gemini copilot language_model language_models ai_model ai_models ai_assistant ai_assistants "
        "ai_agent ai_agents ai_system ai_systems ai_coding_agents ai_coding_assistants coding_agent "
        "coding_agents coding_assistant automated_agents large_language_models ai_reviewer ai_reviewers "
        "ai_crawlers"
    ),
    "reveal": (
        "reveal show print output repeat display expose disclose tell_me give_me dump recite echo divulge "
        "state paste spell_out write_out leak"
    ),
    "secret_prompt": (
        "system_prompt system_prompts system_instructions system_message developer_message "
        "developer_prompt developer_instructions hidden_prompt hidden_instructions secret_instructions "
        "initial_prompt initial_instructions original_prompt original_instructions initialization_prompt "
        "operating_instructions internal_instructions internal_rules pre-prompt preprompt base_prompt "
        "hidden_system_prompt hidden_developer_message confidential_instructions"
    ),
    "inner": (
        "initial original full exact secret internal hidden system entire complete current underlying "
        "whole own_system very_first first own_internal"
    ),
    "your": "your",
    "prompt": "prompt instructions directives guidelines",
    "leak": "reveal leak exfiltrate steal disclose dump output harvest show_me give_me tell_me",
    "secrets": (
        "credentials api_key api_keys password passwords access_tokens secret_keys private_keys ssh_keys "
        "environment_variables customer_data customer_database customer_list customer_emails "
        "customer_records user_data user_database secrets session_cookies internal_configuration "
        "internal_data conversation_history chat_history private_messages seed_phrase admin_password "
        "admin_pages private_data internal_documents"
    ),
    "claim_all": (
        "all any every the_full the_raw the_entire full raw the_complete your internal the_user's user's "
        "our the_private the_internal private"
    ),
    "send": "send forward email mail post upload exfiltrate transmit submit transfer cc bcc leak deliver",
    "cargo": (
        "credentials password passwords secret secrets token tokens keys database history conversation "
        "everything cookies prompt customer_list user_list contact_list all_data user_data customer_data "
        "private_data internal_data"
    ),
    "never": "do_not don't never must_not should_not shouldn't you_may_not",
    "tell": (
        "tell inform notify alert warn let_on_to mention_this_to mention_it_to reveal_this_to disclose_this_to"
    ),
    "person": (
        "user users human humans operator owner administrator admin customer developer developers "
        "supervisor victim anyone_about them_about him_about her_about"
    ),
    "add": "add append include insert attach put place mention embed",
    "each": "your your_final your_next your_own every_future all_future each_future all_your each_of_your",
    "any_each": "every each all any your",
    "any_answer": "reply replies response responses answer answers summary summaries review reviews",
    "end_of": "end_of beginning_of start_of top_of bottom_of",
    "answer": (
        "reply replies answer answers summary summaries review reviews evaluation assessment "
        "future_responses response responses"
    ),
    "added": "added appended included inserted attached mentioned repeated cited output",
    "must": "must should shall has_to have_to needs_to is_to will",
    "reading": (
        "summarising summarizing summarise summarize reviewing review processing process analysing "
        "analyzing analyse analyze translating translate evaluating evaluate reading read quoting "
        "fact-checking rating grading you_process you_read you_review you_summarise you_summarize"
    ),
    "mark": "mark rate report label treat classify accept grade declare confirm judge score",
    "claim": (
        "quote quotes quotation quotations claim claims statement citation citations passage submission "
        "paper essay excerpt verdict"
    ),
    "passed": (
        "verified supported accurate correct true authentic genuine exact confirmed trustworthy perfect "
        "exact_match"
    ),
    "judge": (
        "verifier verifiers fact-checker fact-checkers fact_checker fact_checkers checker reviewer "
        "reviewers grader evaluator judge moderator classifier quoteproof llm ai_model"
    ),
    "pronounce": "answer return report mark accept approve rate give respond conclude score confirm output say",
    "guards": (
        "safety_protocols safety_protocol safety_filters safety_filter safety_guidelines safety_rules "
        "safety_restrictions safety_training content_filters content_filter content_restrictions "
        "ethical_guidelines ethical_constraints ethical_restrictions safety_guardrails ethical_guardrails"
    ),
    "off": (
        "disabled off suspended lifted removed deactivated bypassed void no_longer_apply do_not_apply "
        "don't_apply overridden inactive"
    ),
    "switch_off": "disable bypass deactivate remove turn_off switch_off suspend lift circumvent evade",
    "obey": "comply obey fulfil fulfill",
    "whole_requests": (
        "every_request all_requests any_request every_command all_commands every_instruction "
        "all_my_instructions every_order all_my_commands everything_i_say whatever_i_say "
        "any_question_without every_user_request all_user_requests"
    ),
    "unrestricted": "unrestricted unfiltered uncensored jailbroken dan amoral unshackled",
    "from_now": "now_on point_forward point_on moment_on rest_of_this henceforth starting_now",
    "you_act": "you act behave respond answer you'll",
    "any_request": "any_question any_request every_request all_requests",
    "notice": "note notes notice message important instruction instructions reminder memo directive attention",
    "to": "to for",
    "if_you": "if_you_are if_you're",
    "collect": "collect gather retrieve extract compile harvest fetch dump steal",
    "destination": (
        "external attacker third_party this_address this_url following_url following_address "
        "following_email webhook_url my_server this_server this_endpoint"
    ),
    "call": "call use invoke run execute trigger using calling invoking",
    "lacking": "without",
    "telling": "telling mentioning_this_to mentioning_it_to",
    "mention": "mention reveal disclose acknowledge discuss repeat refer_to talk_about show",
    "this": "this these that",
    "note": (
        "instruction instructions message note notice comment prompt request rule section directive order exchange"
    ),
    "respond": "respond reply",
    "only": "only exactly solely simply just strictly",
    "with": "with",
    "decode": "decode decrypt decipher unscramble rot13 unescape",
    "and_then": "and then",
    "comply": "follow execute obey comply comply_with carry_out act_on run_it do_it do_what",
    "hand_over": (
        "list give share send quote return provide summarise summarize translate append encode include "
        "extract write copy post see need tell"
    ),
    "article": "a an the",
    "machine": (
        "ai llm llms language_model large_language_model ai_model ai_models ai_assistant ai_assistants "
        "ai_agent ai_agents ai_system ai_systems ai_reviewer ai_reviewers chatbot gpt chatgpt claude gemini "
        "copilot automated_agent coding_agent coding_assistant bot"
    ),
    "loot": "data emails credentials keys passwords secrets tokens database contacts cookies customer",
    "every": "every each all",
    "into": "in into to within with",
    "summary": "summary summaries final_answer final_report final_response next_response",
}
